import { ends } from './ends.ts'
import { testCheck } from './testing/check-table.ts'

testCheck(ends, {
  accepts: {
    'a return': {},
    'a throw': { trace: { end: { how: 'threw', error: { phase: 'start', name: 'Error', message: 'x' } } } },
  },
  rejects: {
    'a run that hangs behind a part': {
      parts: [{ type: 'finish', reason: 'stop' }],
      trace: { end: { how: 'hung', afterMs: 5 } },
      finding: /within 5 ms/,
      places: [{ part: 0 }],
    },
    'a run that hangs': {
      trace: { end: { how: 'hung', afterMs: 5_000 } },
      finding: /did not settle within 5000 ms/,
    },
    'parts without end': {
      trace: { end: { how: 'flooded', parts: 9, characters: 5 } },
      finding: /stopped after 9 parts/,
    },
  },
  notApplicable: {
    'a stall, in which a converter may wait for ever': {
      end: 'stall',
      trace: { end: { how: 'hung', afterMs: 5_000 } },
      reason: /falls silent/,
    },
  },
})
