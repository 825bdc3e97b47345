import { historyRoundTrip } from './history-round-trip.ts'
import { assistant, call, lackingWire, made, result, text, user } from './testing/asked.ts'
import { testCheck } from './testing/check-table.ts'

const thought = { type: 'reasoning', text: 'Hm.', signature: 's' } as const
const answered = [user(text('Begin.')), assistant(text('I look.'), call('a')), user(result('a'))]
const answeredAs = (id: string) => [
  user(text('Begin.')),
  assistant(text('I look.'), call(id)),
  user(result(id)),
]
const thinking = [user(text('Begin.')), assistant(thought, text('Hi')), user(text('Go on.'))]
const plain = [user(text('Begin.')), assistant(text('Hi')), user(text('Go on.'))]

testCheck(historyRoundTrip, {
  accepts: {
    'a turn that goes back as it came': { history: made({ messages: answered }) },
    'reasoning left out by a converter without signatures': {
      ...lackingWire([]),
      history: made({ messages: thinking }, { messages: plain }),
    },
    'reasoning left out where the wire has no word for it': {
      ...lackingWire(['reasoning-signature', 'reasoning']),
      capabilities: { signatures: true },
      history: made({ messages: thinking }, { messages: plain }),
    },
    'a number that no double holds, on a wire that takes values': {
      ...lackingWire(['argument-text']),
      history: made(
        { messages: [user(text('Begin.')), assistant(call('a', '{"n":1e400}')), user(result('a'))] },
        { messages: [user(text('Begin.')), assistant(call('a', '{"n":"Infinity"}')), user(result('a'))] },
      ),
    },
    'an id that the wire does not take, replaced in call and result': {
      ...lackingWire([], /^[a-z]{9}$/),
      history: made({ messages: answered }, { messages: answeredAs('aaaaaaaaa') }),
    },
  },
  rejects: {
    'another number in the arguments of a wire that takes values': {
      ...lackingWire(['argument-text']),
      history: made(
        { messages: [user(text('Begin.')), assistant(call('a', '{"n":1}')), user(result('a'))] },
        { messages: [user(text('Begin.')), assistant(call('a', '{"n":2}')), user(result('a'))] },
      ),
      finding: /arguments/,
    },
    'another id': {
      history: made({ messages: answered }, { messages: answeredAs('b') }),
      finding: [/messages\[1\].*\.id/, /messages\[2\].*toolCallId/],
    },
    'a lost text beside a call': {
      history: made(
        { messages: answered },
        { messages: [user(text('Begin.')), assistant(call('a')), user(result('a'))] },
      ),
      finding: /messages\[1\]/,
    },
    'a result without its call': {
      history: made({ messages: answered }, { messages: [user(text('Begin.')), user(result('a'))] }),
      finding: [/messages\[0\]/, /messages\[1\]/, /messages\[2\]/],
    },
    'a lost signature of a converter that keeps them': {
      ...lackingWire([]),
      capabilities: { signatures: true },
      history: made(
        { messages: thinking },
        {
          messages: [
            user(text('Begin.')),
            assistant({ type: 'reasoning', text: 'Hm.' }, text('Hi')),
            user(text('Go on.')),
          ],
        },
      ),
      finding: /signature/,
    },
    'reasoning sent as text': {
      ...lackingWire([]),
      history: made(
        { messages: thinking },
        { messages: [user(text('Begin.')), assistant(text('Hm.'), text('Hi')), user(text('Go on.'))] },
      ),
      finding: /text/,
    },
  },
  notApplicable: {
    'a turn that is none for a history': { reason: /none that becomes history/ },
    'a driver that makes no requests': { history: { notMade: 'no `toRequest`' }, reason: /no `toRequest`/ },
  },
})
