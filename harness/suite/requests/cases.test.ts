import { expect, test } from 'vitest'
import { defineDriver } from '../../driver/define-driver.ts'
import { uses } from '../../checks/shared/request-features.ts'
import { requestFeatures } from '../../turn/request.ts'
import { caseId } from '../../verdict/case-id.ts'
import { wireNames } from '../../wire/wire.ts'
import { wireOf } from '../../wire/wires.ts'
import { planCases } from '../plan.ts'
import { requestSource } from './cases.ts'
import { requestCatalogue } from './catalogue.ts'
import { GroupRun } from '../run-group.ts'

const everything = { cases: [], drivers: [] }

const driver = defineDriver({
  name: 'acme',
  version: '1',
  wires: ['openai-chat', 'gemini', 'pi-ai-events'],
  level: 'events',
  convert: () => [],
  project: () => [],
  toRequest: ({ model, system, messages }) => ({
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...messages.map(({ role, content }) => ({
        role,
        content: content.map((block) => ('text' in block ? block.text : '')).join(''),
      })),
    ],
  }),
})

test('every request has a case on every wire of the driver that has requests', () => {
  const ids = planCases([driver], [requestSource()], everything).flatMap(({ cases }) =>
    cases.map(({ name }) => caseId({ ...name, rule: 'request-faithful' })),
  )
  expect(ids).toHaveLength(2 * requestCatalogue.length)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('openai-chat/request-text/as-sent@acme:request-faithful')
  expect(ids).toContain('gemini/request-calls-parallel/as-sent@acme:request-faithful')
})

test('the names of the catalogue are slugs', () => {
  for (const { id } of requestCatalogue) expect(`request-${id}`).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test('the catalogue asks for every feature that a wire may lack', () => {
  const ofComparing = ['no-max-tokens', 'call-ids', 'argument-text', 'blank-text', 'block-order']
  const asked = requestCatalogue.map(({ request }) => ({ model: 'm', ...request }))
  const unasked = requestFeatures.filter((feature) => !asked.some((request) => uses(request, feature)))
  expect(unasked).toEqual(ofComparing)
})

test('every wire but the one without bytes has requests', () => {
  expect(wireNames.filter((name) => wireOf(name).requests === undefined)).toEqual(['pi-ai-events'])
})

test.each([
  ['system', 'pass'],
  ['temperature', 'fail'],
])('the case of `%s` ends as %s for a converter that sends texts only', async (id, status) => {
  const groups = planCases([driver], [requestSource()], everything)
  const group = groups.find(
    ({ wire, cases }) => wire === 'openai-chat' && cases[0]?.recording.name === `request-${id}`,
  )
  const [planned] = group?.cases ?? []
  if (!group || !planned) throw new Error('no case')
  const { results } = await new GroupRun(group).run(planned)
  expect(results).toMatchObject([{ rule: 'request-faithful', status, shownBy: 'written' }])
})
