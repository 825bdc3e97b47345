import { rechunkInvariant } from './rechunk-invariant.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')
const hello = [...told.text(0, 'hello'), stop]
const rechunk = { delivery: { name: 'per-byte', kind: 'rechunk' } } as const
const noise = { delivery: { name: 'comments', kind: 'noise' } } as const
const same = { parts: hello, reference: hello }
const differs = {
  parts: [...told.text(0, 'hell'), stop],
  reference: hello,
  finding: /differs .* from its 2nd part on/,
}

testCheck(rechunkInvariant, {
  accepts: {
    'the same trace': { ...rechunk, ...same },
    'the same text in other deltas': {
      ...rechunk,
      parts: [...told.text(0, 'he', '', 'llo'), stop],
      reference: hello,
    },
    'other ids of its own making': {
      ...rechunk,
      blocks: [said.call({ id: '' }), said.call({ id: '' })],
      parts: [...told.call(0, { id: 'made-3' }), ...told.call(1, { id: 'made-4' }), stop],
      reference: [...told.call(0, { id: 'made-1' }), ...told.call(1, { id: 'made-2' }), stop],
    },
    'other raw values': {
      ...rechunk,
      parts: [{ type: 'usage', usage: { inputTokens: 1, raw: 1 } }, stop],
      reference: [{ type: 'usage', usage: { inputTokens: 1, raw: 2 } }, stop],
    },
    'a run that hangs in both': {
      ...rechunk,
      trace: { end: { how: 'hung', afterMs: 5 } },
      reference: { end: { how: 'hung', afterMs: 9 } },
    },
  },
  rejects: {
    'other text': { ...rechunk, ...differs },
    'a part less': { ...rechunk, parts: hello.slice(0, -1), reference: hello, finding: /4th part/ },
    'a part more': { ...rechunk, parts: [...hello, stop], reference: hello, finding: /5th part/ },
    'another id of the wire': {
      ...rechunk,
      blocks: [said.call({ id: 'a' }), said.call({ id: 'b' })],
      parts: told.call(0, { id: 'b' }),
      reference: told.call(0, { id: 'a' }),
      finding: /1st part/,
    },
    'one made-up id where there were two': {
      ...rechunk,
      blocks: [said.call({ id: '' }), said.call({ id: '' })],
      parts: [...told.call(0, { id: 'x' }), ...told.call(1, { id: 'x' })],
      reference: [...told.call(0, { id: 'x' }), ...told.call(1, { id: 'y' })],
      finding: /4th part/,
    },
    'another finish': {
      ...rechunk,
      parts: [told.failed('TRANSPORT')],
      reference: [stop],
      finding: /1st part/,
    },
    'a throw instead of a return': {
      ...rechunk,
      parts: hello,
      trace: { end: { how: 'threw', error: { phase: 'stream', name: 'Error', message: 'x' } } },
      reference: hello,
      finding: /ends in another way/,
    },
  },
  notApplicable: {
    noise: { ...noise, ...same, reason: /does not move borders/ },
    'the recording as recorded itself': { ...rechunk, parts: hello, reason: /no trace .* to compare/ },
    'level events': { ...rechunk, ...same, level: 'events', reason: /sees no borders/ },
  },
})
