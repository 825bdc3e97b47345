import { noiseInvariant } from './noise-invariant.ts'
import { testCheck } from './testing/check-table.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')
const hello = [...told.text(0, 'hello'), stop]
const rechunk = { delivery: { name: 'per-byte', kind: 'rechunk' } } as const
const noise = { delivery: { name: 'comments', kind: 'noise' } } as const
const unknownFields = { delivery: { name: 'unknown-fields', kind: 'noise' } } as const
const same = { parts: hello, reference: hello }
const differs = {
  parts: [...told.text(0, 'hell'), stop],
  reference: hello,
  finding: /differs .* from its 2nd part on/,
}

testCheck(noiseInvariant, {
  accepts: {
    'the same trace': { ...noise, ...same },
    'a failure over broken bytes that quotes them': {
      ...noise,
      damage: { event: 0, start: 0, end: 10, reason: 'no JSON' },
      parts: [told.failed('TRANSPORT', 'cannot read `: keep-alive {`')],
      reference: [told.failed('TRANSPORT', 'cannot read `{`')],
    },
    'pings at level events': { delivery: { name: 'pings', kind: 'noise' }, level: 'events', ...same },
  },
  rejects: { 'another trace': { ...noise, ...differs } },
  notApplicable: {
    'other borders': { ...rechunk, ...same, reason: /adds no noise/ },
    'unknown fields': { ...unknownFields, ...same, reason: /unknown-tolerated/ },
    'comments at level events': { ...noise, ...same, level: 'events', reason: /how events are framed/ },
  },
})
