import { finishLast } from './finish-last.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const late = [told.finish('stop'), ...told.text(0, 'b')]

testCheck(finishLast, {
  accepts: {
    'blocks before the finish': { parts: [...told.text(0, 'a'), told.finish('stop')] },
    'usage and meta on either side': {
      parts: [
        told.usage({ inputTokens: 1 }),
        told.finish('stop'),
        told.usage({ outputTokens: 1 }),
        { type: 'meta', meta: { model: 'm' } },
      ],
    },
    'a second finish, which is the matter of finish-once': {
      parts: [told.finish('stop'), told.finish('stop')],
    },
  },
  rejects: {
    'a late part of a run that hung': {
      parts: [told.finish('stop'), { type: 'text-delta', index: 0, text: 'b' }],
      trace: { end: { how: 'hung', afterMs: 5 } },
      finding: /a text-delta comes/,
      places: [{ part: 1 }],
    },
    'every part of a block after the finish': {
      parts: late,
      finding: [/a block-start comes/, /a text-delta comes/, /a block-end comes/],
    },
  },
  notApplicable: {
    'a trace without a finish': { parts: told.text(0, 'a'), reason: /no finish/ },
    'content that the provider sent after its finish': {
      blocks: [said.text('ab')],
      evidence: [{ lastEvent: 2 }],
      parts: late,
      reason: /said more after its finish/,
    },
    'an error behind the finish': {
      finish: said.finish('stop', 'stop', { code: 'SERVER', message: 'boom' }),
      parts: late,
      reason: /said more after its finish/,
    },
    'a connection that breaks behind the finish': {
      end: 'reset',
      parts: late,
      reason: /said more after its finish/,
    },
  },
})
