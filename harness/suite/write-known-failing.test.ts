import { expect, test } from 'vitest'
import { caseId } from '../verdict/case-id.ts'
import type { Result, Status } from '../verdict/result.ts'
import { sessionOf } from './testing/sessions.ts'
import { witnessName, type Witness } from './witness.ts'
import { knownFailingText, type Failures, type StoredWitness } from './write-known-failing.ts'

const witness = (rule: string, delivery = 'as-recorded'): StoredWitness => {
  const made: Witness = {
    driver: 'acme',
    rule,
    session: { ...sessionOf([{ type: 'text', text: 'a' }]), delivery },
  }
  return { ...made, name: witnessName(made), folder: `/here/witnesses/${rule}` }
}

function result(recording: string, delivery: string, rule: string, status: Status = 'fail'): Result {
  const name = { wire: 'openai-chat', recording, delivery, driver: 'acme', rule }
  return { ...name, id: caseId(name), severity: 'must', status, findings: [], shownBy: 'generated' }
}

async function written(failures: Partial<Failures>): Promise<{ lines: string[]; saved: Witness[] }> {
  const saved: Witness[] = []
  const save = async (witness: Witness) => {
    saved.push(witness)
    return `/here/witnesses/derived-${witness.rule}`
  }
  const text = await knownFailingText({ results: [], failed: [], witnesses: [], save, ...failures }, '/here')
  return { lines: text.trimEnd().split('\n'), saved }
}

const session = (rule: string, trigger: string, folder = rule) =>
  `openai-chat/*/*@acme:${rule} | TODO | TODO | trigger: ${trigger} | witness: witnesses/${folder}`

test('a stored case has a line of its own, without a trigger; what passes or is counted has none', async () => {
  const results = [
    result('text', 'per-byte', 'ends'),
    result('text', 'as-recorded', 'ends', 'known-fail'),
    { ...result('generated-1', 'fail', 'ends'), count: 7 },
  ]
  const { lines } = await written({ results })
  expect(lines).toEqual(['openai-chat/text/per-byte@acme:ends | TODO | TODO'])
})

test('a rule broken in generated sessions has one line, whose trigger holds in all of them', async () => {
  const own = witness('ends', 'cut-after-1')
  const first = { ...result('generated-1-5', 'cut-after-9', 'ends'), witness: { folder: own.folder, id: '' } }
  const failed = ['cut-after-*', 'reset-*'].map((delivery) => ({
    block: ['text'],
    spelling: ['none'],
    failure: ['none'],
    finish: ['stop'],
    delivery: [delivery],
  }))
  const { lines, saved } = await written({
    results: [first, result(own.name, 'cut-after-1', 'ends')],
    failed: [{ driver: 'acme', wire: 'openai-chat', rule: 'ends', words: failed }],
    witnesses: [own],
  })
  expect(lines).toEqual([session('ends', 'block=text & finish=stop & delivery={cut-after-*,reset-*}')])
  expect(saved).toEqual([])
})

test('what a witness shows beside its own rule has a line too, with a witness of its own', async () => {
  const own = witness('ends', 'cut-after-1')
  const { lines, saved } = await written({
    results: [result(own.name, 'cut-after-1', 'ends'), result(own.name, 'as-recorded', 'text-complete')],
    witnesses: [own],
  })
  expect(lines).toEqual([
    session('ends', 'block=text & finish=stop & delivery=cut-after-*'),
    session('text-complete', 'block=text & finish=stop', 'derived-text-complete'),
  ])
  expect(saved).toEqual([
    { driver: 'acme', rule: 'text-complete', session: { ...own.session, delivery: 'as-recorded' } },
  ])
})
