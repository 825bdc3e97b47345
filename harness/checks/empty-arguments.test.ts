import { emptyArguments } from './empty-arguments.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import type { SubjectOptions } from './testing/subject.ts'
import * as told from './testing/told.ts'

function closed(got: string, rest: SubjectOptions = {}, call: told.CallSaid = {}): SubjectOptions {
  return {
    finish: said.toolCalls,
    blocks: [said.call({ arguments: '' })],
    parts: [...told.call(0, { deltas: [], arguments: got, ...call }), told.finish('tool-calls')],
    ...rest,
  }
}

testCheck(emptyArguments, {
  accepts: {
    'an empty object': closed('{}'),
    'an empty object with white space': closed('{ }'),
    'the empty text, where it is declared': closed('', { capabilities: { emptyArguments: '' } }),
    'an empty object, where the empty text is declared': closed('{}', {
      capabilities: { emptyArguments: '' },
    }),
    'white space counts as nothing': closed('{}', { blocks: [said.call({ arguments: ' \n' })] }),
  },
  rejects: {
    'the empty text': { ...closed(''), finding: /completed with some/ },
    null: { ...closed('null'), finding: /completed with some/ },
    'arguments of another call': { ...closed('{"a":1}'), finding: /completed with some/ },
    'an invalid mark': { ...closed('{}', {}, { invalid: true }), finding: /marked invalid/ },
  },
  notApplicable: {
    'a call with arguments': { ...closed('{}', { blocks: [said.call()] }), reason: /without arguments/ },
    'a call that is not complete': { ...closed('', {}, { complete: false }), reason: /without arguments/ },
    'a turn without calls': { blocks: [said.text('a')], reason: /without arguments/ },
  },
})
