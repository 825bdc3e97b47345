import { noUnhandledRejection } from './no-unhandled-rejection.ts'
import { testCheck } from './testing/check-table.ts'

testCheck(noUnhandledRejection, {
  accepts: { 'a quiet run': {} },
  rejects: {
    'every rejection': {
      trace: { rejections: ['Error: a', 'Error: b'] },
      finding: [/rejected in the background/, /rejected in the background/],
    },
    'a rejection of a run that hangs': {
      trace: { rejections: ['Error: a'], end: { how: 'hung', afterMs: 5 } },
      finding: /in the background/,
    },
  },
  notApplicable: { 'a stall': { end: 'stall', reason: /falls silent/ } },
})
