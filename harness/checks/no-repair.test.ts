import { noRepair } from './no-repair.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const half = '{"city":"Pa'
const repaired = '{"city":"Pa"}'
const malformed = said.call({ arguments: half })

testCheck(noRepair, {
  accepts: {
    'malformed arguments kept as they are': { blocks: [malformed], parts: told.call(0, { deltas: [half] }) },
    'repaired arguments that are marked invalid': {
      blocks: [malformed],
      parts: told.call(0, { arguments: repaired, invalid: true }),
    },
    'repaired arguments of a call that is not complete': {
      blocks: [malformed],
      parts: told.call(0, { arguments: repaired, complete: false }),
    },
    'a cut call left open': {
      ...said.cutTurn,
      blocks: [said.cutCall({ arguments: half })],
      parts: told.openCall(0),
    },
    'a cut call left out': { ...said.cutTurn, blocks: [said.cutCall({ arguments: half })] },
  },
  rejects: {
    'malformed arguments repaired': {
      blocks: [malformed],
      parts: told.call(0, { arguments: repaired }),
      finding: /not whole, yet it came out as a valid, complete call/,
    },
    'malformed arguments replaced by nothing': {
      blocks: [malformed],
      parts: told.call(0, { arguments: '{}' }),
      finding: /not whole/,
    },
    'cut arguments repaired': {
      finish: said.maxTokens,
      blocks: [said.cutCall({ arguments: half })],
      parts: told.call(0, { arguments: repaired }),
      finding: /not whole/,
    },
    'a call cut before its arguments, completed without any': {
      ...said.cutTurn,
      blocks: [said.cutCall({ arguments: '' })],
      parts: told.call(0, { arguments: '{}' }),
      finding: /not whole/,
    },
    'a repair of one call among good ones': {
      blocks: [said.call({ id: 'a' }), said.call({ id: 'b', arguments: half })],
      parts: [...told.call(0, { id: 'a' }), ...told.call(1, { id: 'b', arguments: repaired })],
      finding: /call 2/,
    },
  },
  notApplicable: {
    'whole arguments': { blocks: [said.call()], parts: told.call(0), reason: /cut or malformed/ },
    'no arguments of a whole call': { blocks: [said.call({ arguments: '' })], reason: /cut or malformed/ },
    'a turn without calls': { blocks: [said.text('a')], reason: /cut or malformed/ },
  },
})
