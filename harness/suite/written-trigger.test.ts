import { expect, test } from 'vitest'
import { parseTrigger, type SessionFacts } from './triggers.ts'
import { sessionOf } from './testing/sessions.ts'
import { triggerWords, writtenTrigger, type TriggerWords } from './written-trigger.ts'

const plain: TriggerWords = {
  block: ['none'],
  spelling: ['none'],
  failure: ['none'],
  finish: ['stop'],
  delivery: ['as-recorded'],
}
const words = (more: Partial<TriggerWords>): TriggerWords => ({ ...plain, ...more })

test('says what is not plain about the witness', () => {
  const witness = words({ block: ['text', 'tool-call'], spelling: ['id-late'], delivery: ['cut-after-*'] })
  expect(writtenTrigger(witness, [witness])).toBe(
    'block=text & block=tool-call & spelling=id-late & finish=stop & delivery=cut-after-*',
  )
  expect(writtenTrigger(words({ finish: ['none'] }), [])).toBe('spelling=none')
})

test('has the words of what failed alike as alternatives', () => {
  const failed = [words({ finish: ['length'] }), words({ finish: ['content_filter'], block: ['text'] })]
  expect(writtenTrigger(words({ finish: ['length'] }), failed)).toBe('finish={length,content_filter}')
  const refusal = words({ block: ['refusal'], finish: ['none'] })
  expect(writtenTrigger(refusal, [plain])).toBe('block={refusal,none}')
})

test('leaves out what would have to allow nearly anything', () => {
  const late = words({ spelling: ['id-late'], finish: ['none'] })
  expect(writtenTrigger(late, [plain])).toBe('state=*')
  const codes = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((code) => words({ failure: [code] }))
  expect(writtenTrigger(words({ failure: ['A'] }), codes)).toBe('failure!=none')
  const cuts = codes.map(({ failure: [code] }) => words({ delivery: [`cut-${code}`] }))
  expect(writtenTrigger(words({ delivery: ['cut-A'] }), cuts)).toBe('finish=stop')
})

test('holds, as it is read, in the witness and in all that failed', () => {
  const sessions = [
    { ...sessionOf([{ type: 'text', text: 'a' }]), delivery: 'cut-after-3' },
    { ...sessionOf([{ type: 'refusal', text: 'a' }]), delivery: 'reset-in-event-12' },
    sessionOf([]),
  ].map((session) => ({ ...session, choice: { ...session.choice, spellings: ['id-late'] } }))
  sessions[2]!.turn.finish = { reason: 'stop', raw: 'a {raw} & odd/word' }
  const [witness] = sessions
  const trigger = parseTrigger(writtenTrigger(triggerWords(witness!), sessions.map(triggerWords)))
  for (const { turn, choice, delivery } of sessions) {
    const facts: SessionFacts = { turn, choice, delivery: { name: delivery, kind: 'cut' } }
    expect(trigger.holds(facts), trigger.text).toBe(true)
  }
})
