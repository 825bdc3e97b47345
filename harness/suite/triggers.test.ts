import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { sessionOf } from './testing/sessions.ts'
import { parseTrigger, predicates, TriggerError, type SessionFacts } from './triggers.ts'

const { turn } = sessionOf([
  { type: 'reasoning', text: '', signature: 'AAAA', redacted: true },
  { type: 'text', text: '\ud83d\u2028' },
  { type: 'tool-call', id: '', name: 'f', arguments: '{"": 1}', complete: true },
  { type: 'tool-call', id: 'call_', name: 'g', arguments: '{"a":', complete: false },
])
const facts: SessionFacts = {
  turn: { ...turn, usage: { inputTokens: 3, outputTokens: 0 }, meta: { model: 'm' } },
  choice: { spellings: ['name-late'], fragments: [1] },
  delivery: { name: 'reset-after-3', kind: 'cut' },
}
const failed: SessionFacts = {
  turn: {
    blocks: [],
    finish: { reason: 'error', failure: { code: 'SERVER', message: 'm', providerType: 'generation' } },
    meta: {},
    state: 'closed',
  },
  choice: { spellings: [], fragments: [] },
  delivery: { name: 'as-recorded', kind: 'rechunk' },
}

describe('a trigger', () => {
  test.for([
    'block=text',
    'block!=refusal',
    'many=tool-call',
    'last=tool-call',
    'text=lone-surrogate',
    'text=line-separator',
    'arguments=empty-key',
    'arguments=malformed',
    'call=without-id',
    'call=incomplete',
    'id=*_',
    'reasoning=redacted',
    'finish=stop',
    'failure=none',
    'state=closed',
    'usage=inputTokens',
    'usage!=outputTokens',
    'meta=model',
    'spelling=name-*',
    'spelling={name-late,id-late}',
    'fragments=many',
    'delivery=cut',
    'delivery=reset-*',
    'block=text & delivery=cut & text!=bom',
  ])('%s holds where it should', (text) => {
    expect(parseTrigger(text).holds(facts)).toBe(true)
    expect(parseTrigger(text.replace(/(!?)=/, (_, not) => (not ? '=' : '!='))).holds(facts)).toBe(false)
  })

  test.for([
    'block=none',
    'spelling=none',
    'failure=SERVER',
    'error=generation',
    'fragments=one',
    'usage=none',
  ])('%s holds for a failed turn without blocks, plainly written', (text) => {
    expect(parseTrigger(text).holds(failed)).toBe(true)
    expect(parseTrigger(text).holds(facts)).toBe(false)
  })

  test.for([
    ['', /`` is no term/],
    ['block', /`block` is no term/],
    ['block=', /is no term/],
    ['block=text &', /`` is no term/],
    ['blok=text', /`blok` is no predicate of a trigger\. Known: block, many/],
    ['block = text', /is no term/],
  ] as const)('%j is refused', ([text, message]) => {
    expect(() => parseTrigger(text)).toThrow(TriggerError)
    expect(() => parseTrigger(text)).toThrow(message)
  })
})

test('every predicate has a name of its own and says what it means', () => {
  expect(new Set(predicates.map(({ name }) => name)).size).toBe(predicates.length)
  expect(predicates.every(({ means }) => means.length > 8)).toBe(true)
})

test('the page on generated sessions lists every predicate', async () => {
  const page = await readFile(new URL('../../docs/generated-sessions.md', import.meta.url), 'utf8')
  for (const { name, means } of predicates) expect(page).toContain(`| ${name} | ${means} |`)
})
