import { argumentsValue } from './arguments-value.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import type { SubjectOptions } from './testing/subject.ts'
import * as told from './testing/told.ts'

function closed(
  sent: string,
  got: string,
  rest: SubjectOptions = {},
  call: told.CallSaid = {},
): SubjectOptions {
  return {
    finish: said.toolCalls,
    blocks: [said.call({ arguments: sent })],
    parts: [...told.call(0, { arguments: got, ...call }), told.finish('tool-calls')],
    ...rest,
  }
}

const asValue: SubjectOptions = { capabilities: { arguments: 'value' } }
const sentAsValue: SubjectOptions = { evidence: [{ argumentsAs: 'value' }] }
const other = /completed with other arguments/

testCheck(argumentsValue, {
  accepts: {
    'the exact text': closed('{"a": 1.0}', '{"a": 1.0}'),
    'the same tokens in other white space': closed('{ "a" : [1, 2] }', '{"a":[1,2]}'),
    'strings in another spelling': closed(String.raw`{"a":"\u00e9\/"}`, '{"a":"é/"}'),
    'duplicate keys and digits that are kept': closed(
      '{"a":1e3,"a":12345678901234567890}',
      '{"a":1e3,"a":12345678901234567890}',
    ),
    'a lone surrogate and U+2028': closed(String.raw`{"a":"\ud800"}`, '{"a":"\ud800"}'),
    'another spelling of a number as a value': closed('{"a":1.0,"b":1e3}', '{"a":1,"b":1000}', asValue),
    'another order of keys as a value': closed('{"b":1,"2":2}', '{"2":2,"b":1}', asValue),
    'the last of duplicate keys as a value': closed('{"a":1,"a":2}', '{"a":2}', asValue),
    'digits that a double cannot hold as a value': closed(
      '{"a":12345678901234567890}',
      '{"a":12345678901234567000}',
      asValue,
    ),
    'minus zero as a value': closed('{"a":-0}', '{"a":0}', asValue),
    'a number beyond the double range as a value': closed('{"a":1e999}', '{"a":null}', asValue),
    'a value that the wire sent as one': closed('{"a":1.0,"b":-0}', '{"b":0,"a":1}', sentAsValue),
    'an invalid mark on what is no object': closed('[1]', '[1]', {}, { invalid: true }),
    'a cut call that ended complete with its whole text': closed('{"a":1}', '{"a":1}', {
      finish: said.maxTokens,
    }),
  },
  rejects: {
    'a lost field': { ...closed('{"a":1,"b":2}', '{"a":1}'), finding: other },
    'a rounded number under text': {
      ...closed('{"a":12345678901234567890}', '{"a":12345678901234567000}'),
      finding: other,
    },
    'another spelling of a number under text': { ...closed('{"a":1.0}', '{"a":1}'), finding: other },
    'minus zero under text': { ...closed('{"a":-0}', '{"a":0}'), finding: other },
    'another order of keys under text': { ...closed('{"b":1,"2":2}', '{"2":2,"b":1}'), finding: other },
    'a duplicate left out under text': { ...closed('{"a":1,"a":2}', '{"a":2}'), finding: other },
    'another value': { ...closed('{"a":1}', '{"a":2}', asValue), finding: other },
    'a value of another type': { ...closed('{"a":1}', '{"a":"1"}', asValue), finding: other },
    'the first of duplicate keys as a value': {
      ...closed('{"a":1,"a":2}', '{"a":1}', asValue),
      finding: other,
    },
    'a lost `__proto__` as a value': { ...closed('{"__proto__":1}', '{}', asValue), finding: other },
    'a list for an object': { ...closed('{"0":1}', '[1]', asValue), finding: other },
    'a shorter list': { ...closed('{"a":[1,null]}', '{"a":[1]}', asValue), finding: other },
    'the text twice': { ...closed('{"a":1}', '{"a":1}{"a":1}', asValue), finding: other },
    'the text as a JSON string': { ...closed('{"a":1}', String.raw`"{\"a\":1}"`), finding: other },
    'empty arguments for some': { ...closed('{"a":1}', '{}', sentAsValue), finding: other },
    'an invalid mark on an object': {
      ...closed('{"a":1}', '{"a":1}', {}, { invalid: true }),
      finding: /marked invalid/,
    },
  },
  notApplicable: {
    'a call without arguments': { ...closed('', '{}'), reason: /no call with arguments/ },
    'malformed arguments': { ...closed('{"a', '{"a'), reason: /no call with arguments/ },
    'a call that is not complete': {
      ...closed('{"a":1}', '{}', {}, { complete: false }),
      reason: /no call with arguments/,
    },
    'a call that the provider went on with after its finish': {
      ...closed('{"a":1}', '{}', { evidence: [{ lastEvent: 2 }] }),
      reason: /no call with arguments/,
    },
    'a turn without calls': { blocks: [said.text('a')], reason: /no call with arguments/ },
  },
})
