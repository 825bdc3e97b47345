import { finishOnce } from './finish-once.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const thrown = { end: { how: 'threw', error: { phase: 'stream', name: 'Error', message: 'x' } } } as const

testCheck(finishOnce, {
  accepts: {
    'one finish': { parts: [told.finish('stop')] },
    'a throw without a finish': { ...said.cutTurn, parts: told.text(0, 'a'), trace: thrown },
  },
  rejects: {
    'a stream that ends in silence': { parts: told.text(0, 'a'), finding: /without a finish/ },
    'every further finish': {
      parts: [told.finish('stop'), told.finish('stop'), told.failed('UNKNOWN')],
      finding: [/second finish/, /second finish/],
    },
  },
  notApplicable: {
    'a second finish for what the provider said after the first': {
      blocks: [said.text('ab')],
      evidence: [{ lastEvent: 2 }],
      parts: [told.finish('stop'), told.finish('stop')],
      reason: /said more/,
    },
    'a run that hung': { trace: { end: { how: 'hung', afterMs: 5 } }, reason: /ended as `hung`/ },
  },
})
