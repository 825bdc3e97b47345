import { usageLast } from './usage-last.ts'
import type { Usage } from '../turn/turn.ts'
import type { WireEvent } from '../wire/wire.ts'
import { testCheck } from './testing/check-table.ts'
import type { SubjectOptions } from './testing/subject.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')

/** A wire whose every event sends `usage`; read up to an event, the last one holds per field. */
function sent(...counts: (Usage | null)[]): SubjectOptions {
  const until = (events: readonly WireEvent[]) =>
    Object.assign({}, ...counts.slice(0, events.length)) as Usage
  const turn = { blocks: [], meta: {}, state: 'closed' } as const
  const payloads = counts.map((usage) => ({ message: { usage } }))
  return {
    usage: Object.assign({}, ...counts) as Usage,
    finishEvent: null,
    payloads,
    wire: { readTurn: (events) => ({ turn: { ...turn, blocks: [], usage: until(events) }, evidence: [] }) },
  }
}

testCheck(usageLast, {
  accepts: {
    'the last count': {
      ...sent({ outputTokens: 1 }, { outputTokens: 2 }),
      parts: [told.usage({ outputTokens: 2 }), stop],
    },
    'a count that is said once': {
      ...sent({ inputTokens: 9, outputTokens: 1 }, { outputTokens: 2 }),
      parts: [told.usage({ inputTokens: 9, outputTokens: 2 }), stop],
    },
    'a wrong count that is no sum, which is the matter of usage-equal': {
      ...sent({ outputTokens: 1 }, { outputTokens: 2 }),
      parts: [told.usage({ outputTokens: 50 }), stop],
    },
    'some of the usage of a failed turn': {
      ...sent({ inputTokens: 3, outputTokens: 1 }, { outputTokens: 2 }),
      ...said.failedTurn(),
      parts: [told.usage({ inputTokens: 3 }), told.failed('SERVER')],
    },
  },
  rejects: {
    'a sum': {
      ...sent({ outputTokens: 1 }, { outputTokens: 2 }),
      parts: [told.usage({ outputTokens: 3 }), stop],
      finding: /`outputTokens` is a sum/,
    },
    'a sum over counts that repeat': {
      ...sent({ inputTokens: 5 }, { inputTokens: 5 }, { inputTokens: 5 }),
      parts: [told.usage({ inputTokens: 15 }), stop],
      finding: /`inputTokens` is a sum/,
    },
    'a sum over counts that change': {
      ...sent({ outputTokens: 1 }, { inputTokens: 5 }, { outputTokens: 4 }),
      parts: [told.usage({ inputTokens: 5, outputTokens: 5 }), stop],
      finding: /`outputTokens` is a sum/,
    },
    'the first count': {
      ...sent({ outputTokens: 1 }, { outputTokens: 2 }),
      parts: [told.usage({ outputTokens: 1 }), stop],
      finding: /`outputTokens` is an earlier count/,
    },
    'nothing, where the first event had none yet': {
      ...sent({ inputTokens: 0 }, { inputTokens: 7 }),
      parts: [told.usage({ inputTokens: 0 }), stop],
      finding: /`inputTokens` is an earlier count/,
    },
  },
  notApplicable: {
    'counts sent once': {
      ...sent({ outputTokens: 2 }, null),
      parts: [told.usage({ outputTokens: 4 }), stop],
      reason: /once/,
    },
    'a driver without usage': { ...sent({}, {}), capabilities: { usage: [] }, reason: /declares no usage/ },
    'no usage at all': { reason: /neither/ },
  },
})
