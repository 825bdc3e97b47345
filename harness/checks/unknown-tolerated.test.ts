import { unknownTolerated } from './unknown-tolerated.ts'
import { testCheck } from './testing/check-table.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')
const hello = [...told.text(0, 'hello'), stop]
const noise = { delivery: { name: 'comments', kind: 'noise' } } as const
const unknownFields = { delivery: { name: 'unknown-fields', kind: 'noise' } } as const
const unknownEvents = { delivery: { name: 'unknown-events', kind: 'noise' } } as const
const same = { parts: hello, reference: hello }
const differs = {
  parts: [...told.text(0, 'hell'), stop],
  reference: hello,
  finding: /differs .* from its 2nd part on/,
}

testCheck(unknownTolerated, {
  accepts: {
    'the same trace with unknown fields': { ...unknownFields, ...same },
    'the same trace with unknown fields at level events': { ...unknownFields, ...same, level: 'events' },
    'the same trace with unknown events': { ...unknownEvents, indexed: true, ...same },
  },
  rejects: {
    'another trace with unknown fields': { ...unknownFields, ...differs },
    'another trace with unknown events': { ...unknownEvents, indexed: true, ...differs },
  },
  notApplicable: {
    comments: { ...noise, ...same, reason: /adds nothing unknown/ },
    'unknown events on a wire that announces none': {
      ...unknownEvents,
      ...same,
      reason: /does not announce/,
    },
  },
})
