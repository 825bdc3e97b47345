import { noPrematureCall } from './no-premature-call.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const whole = said.cutCall()
const half = said.cutCall({ arguments: '{"a' })

testCheck(noPrematureCall, {
  accepts: {
    'a call of a cut turn that says itself that it is invalid': {
      ...said.cutTurn,
      blocks: [half],
      parts: told.call(0, { invalid: true }),
    },
    'a call completed at the finish': {
      finish: said.toolCalls,
      blocks: [said.call()],
      parts: told.call(0),
      reads: [1, 1, 1, 2],
    },
    'a call completed at its own end marker': {
      indexed: true,
      blocks: [said.call()],
      parts: told.call(0),
      reads: [1, 1, 1, 1],
    },
    'an open call in a cut turn': { ...said.cutTurn, blocks: [half], parts: told.openCall(0) },
    'a call that ends as incomplete in a cut turn': {
      ...said.cutTurn,
      blocks: [whole],
      parts: told.call(0, { complete: false }),
    },
    'a call whose marker came before the failure': {
      ...said.failedTurn(),
      indexed: true,
      blocks: [said.call()],
      parts: told.call(0),
    },
    'a whole text under max-tokens': { finish: said.maxTokens, blocks: [whole], parts: told.call(0) },
    'a call under a content filter that another block follows': {
      finish: said.contentFilter,
      blocks: [half, said.text('a')],
      parts: told.call(0),
    },
    'a turn whose finish has no word': {
      finish: null,
      state: 'answered',
      blocks: [whole],
      parts: told.call(0),
    },
    'early, where the provider went on after its finish': {
      finish: said.toolCalls,
      blocks: [said.call()],
      evidence: [{ lastEvent: 2 }],
      parts: told.call(0),
      reads: [1, 1, 1, 1],
    },
  },
  rejects: {
    'a complete call in a turn that a reset cut, whatever reads were lost': {
      ...said.cutTurn,
      end: 'reset',
      blocks: [whole],
      parts: told.call(0),
      finding: /never said/,
    },
    'a call that the provider itself marked as cut, at a fair finish': {
      blocks: [half],
      parts: told.call(0),
      finding: /never said/,
    },
    'a complete call in a cut turn, even where its text parses': {
      ...said.cutTurn,
      blocks: [whole],
      parts: told.call(0),
      finding: /which the provider never said/,
    },
    'a complete call in a failed turn, though another block follows': {
      ...said.failedTurn(),
      blocks: [whole, said.text('a')],
      parts: told.call(0),
      finding: /never said/,
    },
    'a text that does not parse under max-tokens': {
      finish: said.maxTokens,
      blocks: [half],
      parts: told.call(0),
      finding: /never said/,
    },
    'a text that does not parse under max-tokens, though its block was closed': {
      finish: said.maxTokens,
      indexed: true,
      blocks: [half],
      parts: told.call(0),
      finding: /never said/,
    },
    'no text at all under max-tokens': {
      finish: said.maxTokens,
      blocks: [said.cutCall({ arguments: '' })],
      parts: told.call(0, { arguments: '{}' }),
      finding: /never said/,
    },
    'two interleaved calls, both cut': {
      finish: said.maxTokens,
      blocks: [
        { ...half, id: 'a' },
        { ...half, id: 'b' },
      ],
      evidence: [{ lastEvent: 2 }, { lastEvent: 2 }],
      parts: [...told.call(0, { id: 'a' }), ...told.call(1, { id: 'b' })],
      finding: [/call 1/, /call 2/],
    },
    'a call completed before the finish was read': {
      finish: said.toolCalls,
      blocks: [said.call()],
      parts: told.call(0),
      reads: [1, 1, 1, 1],
      finding: /before its end marker was read/,
    },
    'a call completed before its own end marker was read': {
      indexed: true,
      blocks: [said.call()],
      evidence: [{ endEvent: 1 }],
      parts: told.call(0),
      reads: [1, 1, 1, 1],
      finding: /before its end marker was read/,
    },
  },
  notApplicable: {
    'a turn without calls': { blocks: [said.text('a')], reason: /no call/ },
  },
})
