import { identityStable } from './identity-stable.ts'
import { testCheck } from './testing/check-table.ts'
import * as told from './testing/told.ts'
import type { Part } from '../trace/part.ts'

const start: Part = { type: 'block-start', index: 0, kind: 'tool-call', id: 'a', name: 'x' }
const end = (id: string, name: string): Part => ({
  type: 'block-end',
  index: 0,
  block: { type: 'tool-call', id, name, arguments: '{}' },
})

testCheck(identityStable, {
  accepts: {
    'the same id and name everywhere': {
      parts: [
        start,
        { type: 'tool-call-delta', index: 0, id: 'a', name: 'x', argumentsDelta: '{}' },
        end('a', 'x'),
      ],
    },
    'an id and a name that come late': {
      parts: [
        { type: 'block-start', index: 0, kind: 'tool-call' },
        { type: 'tool-call-delta', index: 0, id: '', argumentsDelta: '{}' },
        end('a', 'x'),
      ],
    },
    'other identities at an index that is used again': {
      parts: [...told.call(0, { id: 'a' }), ...told.call(0, { id: 'b' })],
    },
  },
  rejects: {
    'another id of a run that hung': {
      parts: [start, { type: 'tool-call-delta', index: 0, id: 'b', argumentsDelta: '' }],
      trace: { end: { how: 'hung', afterMs: 5 } },
      finding: /the id of/,
    },
    'another id in a delta': {
      parts: [start, { type: 'tool-call-delta', index: 0, id: 'b', argumentsDelta: '' }],
      finding: /the id of the call at index 0 changes/,
      places: [{ part: 1 }],
    },
    'another id and another name at the end': {
      parts: [start, end('b', 'y')],
      finding: [/the id of/, /the name of/],
      places: [{ part: 1 }, { part: 1 }],
    },
  },
  notApplicable: {
    'a trace without calls': { parts: told.text(0, 'a'), reason: /no call/ },
    'calls that are never named': { parts: told.call(0, { id: '', name: '' }), reason: /no call/ },
  },
})
