import { expect, test } from 'vitest'
import { defineDriver } from '../driver/define-driver.ts'
import type { Capabilities } from '../driver/driver.ts'
import type { Part } from '../trace/part.ts'
import { judgeFeatures } from '../verdict/features.ts'
import { entryOf, noteFeatures } from './capability-gate.ts'
import { planCases } from './plan.ts'
import { briefAnswer } from './requests/made.ts'
import { GroupRun } from './run-group.ts'

/** What the gate says of a driver that gives these parts for each event of a one-word answer. */
async function said(capabilities: Partial<Capabilities>, parts: readonly Part[]): Promise<string[]> {
  const driver = defineDriver({
    name: 'acme',
    version: '1',
    wires: ['openai-chat'],
    level: 'events',
    capabilities: { reasoning: false, blockEnds: false, argumentDeltas: false, usage: [], ...capabilities },
    convert: (payloads) => payloads,
    project: () => parts,
  })
  const entry = entryOf(driver, 'openai-chat')
  const source = { label: 'own', shipped: false, recordings: [briefAnswer('openai-chat')] }
  for (const group of planCases([driver], [source], { cases: [], drivers: [] })) {
    for (const planned of group.cases) noteFeatures(entry, await new GroupRun(group).run(planned))
  }
  const { answer } = judgeFeatures(entry, false)
  return 'findings' in answer ? answer.findings.map(({ message }) => message) : []
}

test.for<[string, Part]>([
  ['reasoning', { type: 'reasoning-delta', index: 0, text: 'Hm.' }],
  ['opaque', { type: 'block-start', index: 0, kind: 'opaque' }],
  ['argumentDeltas', { type: 'tool-call-delta', index: 0, argumentsDelta: '{' }],
  ['blockEnds', { type: 'block-end', index: 0, block: { type: 'text', text: 'a' } }],
  ['usage: outputTokens', { type: 'usage', usage: { outputTokens: 3 } }],
])('what shows %s without its declaration is named, with the part that shows it', async ([name, part]) => {
  const [message] = await said({}, [{ type: 'text-delta', index: 9, text: 'a' }, part])
  expect(message).toContain(`\`${name}\` is not declared, yet brief-answer/as-recorded (part `)
  expect(message).toContain(JSON.stringify(part))
  expect(message).toMatch(/shows it\. Declare it\.$/)
})

test('what is declared and shown is no finding', async () => {
  expect(await said({ reasoning: true }, [{ type: 'reasoning-delta', index: 0, text: 'Hm.' }])).toEqual([])
})
