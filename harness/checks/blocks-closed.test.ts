import { blocksClosed } from './blocks-closed.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const openText = told.text(0, 'a').slice(0, -1)
const thrown = { end: { how: 'threw', error: { phase: 'stream', name: 'Error', message: 'x' } } } as const

testCheck(blocksClosed, {
  accepts: {
    'blocks that ended': { parts: [...told.text(0, 'a'), ...told.call(1), told.finish('stop')] },
    'an open call at max-tokens': {
      finish: said.maxTokens,
      parts: [...told.text(0, 'a'), ...told.openCall(1), told.finish('max-tokens')],
    },
    'an open call at a content filter': {
      parts: [...told.text(0), ...told.openCall(1), told.finish('content-filter')],
    },
    'an open call at a failure': { parts: [...told.text(0), ...told.openCall(1), told.failed('SERVER')] },
  },
  rejects: {
    'a block open at the finish, though the provider went on after it': {
      blocks: [said.text('a')],
      evidence: [{ lastEvent: 2 }],
      parts: [...openText, told.finish('stop')],
      finding: /still open/,
      places: [{ part: 1 }],
    },
    'an open text at stop': {
      parts: [...openText, told.finish('stop')],
      finding: /text block at index 0 is still open/,
    },
    'an open call at tool-calls': {
      parts: [...told.openCall(0), told.finish('tool-calls')],
      finding: /tool-call block at index 0 is still open/,
    },
    'an open call at other': { parts: [...told.openCall(0), told.finish('other')], finding: /still open/ },
    'an open call at stop, without block ends': {
      capabilities: { blockEnds: false },
      parts: [...openText, ...told.openCall(1), told.finish('stop')],
      finding: /tool-call block at index 1/,
    },
    'an open text at a failure': { parts: [...openText, told.failed('SERVER')], finding: /still open/ },
    'an open reasoning at max-tokens': {
      parts: [...told.reasoning(0, 'a').slice(0, -1), told.finish('max-tokens')],
      finding: /reasoning block/,
    },
    'an open text after a throw behind the finish': {
      parts: [...openText, told.finish('stop')],
      trace: thrown,
      finding: /still open/,
    },
  },
  notApplicable: {
    'a trace without a finish': { parts: openText, reason: /no finish/ },
    'a trace without blocks': { parts: [told.finish('stop')], reason: /has to end/ },
    'text without block ends': {
      capabilities: { blockEnds: false },
      parts: [...openText, told.finish('stop')],
      reason: /has to end/,
    },
    'a throw, which leaves no way to end a text': {
      parts: [...openText, told.failed('SERVER')],
      trace: thrown,
      reason: /has to end/,
    },
    'a block begun after the finish, as the provider did': {
      blocks: [said.text('a')],
      evidence: [{ firstEvent: 2, lastEvent: 2 }],
      parts: [told.finish('stop'), ...openText],
      reason: /has to end/,
    },
  },
})
