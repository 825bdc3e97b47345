import { usageEqual } from './usage-equal.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const sent = {
  inputTokens: 10,
  cacheReadTokens: 4,
  cacheWriteTokens: 2,
  outputTokens: 20,
  reasoningTokens: 5,
}
const stop = told.finish('stop')

testCheck(usageEqual, {
  accepts: {
    'all fields': { usage: sent, parts: [told.usage(sent), stop] },
    'the last of several parts': {
      usage: sent,
      parts: [told.usage({ ...sent, outputTokens: 1 }), told.usage({ outputTokens: 20 }), stop],
    },
    'zero for absent': {
      usage: { inputTokens: 1 },
      parts: [told.usage({ inputTokens: 1, cacheReadTokens: 0 }), stop],
    },
    'absent for zero': {
      usage: { inputTokens: 1, cacheReadTokens: 0 },
      parts: [told.usage({ inputTokens: 1 }), stop],
    },
    'an undeclared field': {
      usage: sent,
      capabilities: { usage: ['inputTokens'] },
      parts: [told.usage({ inputTokens: 10, outputTokens: 3 }), stop],
    },
    'input with the cache, where it is declared': {
      usage: sent,
      capabilities: { usageBase: { inputHasCache: true, outputHasReasoning: true } },
      parts: [told.usage({ ...sent, inputTokens: 16 }), stop],
    },
    'output without reasoning, where it is declared': {
      usage: sent,
      capabilities: { usageBase: { inputHasCache: false, outputHasReasoning: false } },
      parts: [told.usage({ ...sent, outputTokens: 15 }), stop],
    },
    'equal usage of a failed turn': {
      ...said.failedTurn(),
      usage: sent,
      parts: [told.usage(sent), told.failed('SERVER')],
    },
    'some of the usage of a cut turn': {
      ...said.cutTurn,
      usage: sent,
      parts: [told.usage({ inputTokens: 10 }), told.failed('TRANSPORT')],
    },
    'tokens of tool results inside or outside of the input on gemini': {
      wire: { name: 'gemini' },
      usage: { inputTokens: 10, raw: { toolUsePromptTokenCount: 3 } },
      parts: [told.usage({ inputTokens: 13 }), stop],
    },
    'usage behind the finish': { usage: sent, parts: [stop, told.usage(sent)] },
  },
  rejects: {
    'every wrong field': {
      usage: sent,
      parts: [told.usage({ ...sent, inputTokens: 16, outputTokens: 25 }), stop],
      finding: [/`inputTokens`/, /`outputTokens`/],
    },
    'usage that is lost': { usage: { inputTokens: 1 }, parts: [stop], finding: /`inputTokens`/ },
    'a lost detail': {
      usage: sent,
      parts: [told.usage({ ...sent, cacheReadTokens: 0 }), stop],
      finding: /`cacheReadTokens`/,
    },
    'usage nobody sent': { parts: [told.usage({ outputTokens: 7 }), stop], finding: /`outputTokens`/ },
    'input without the cache, where the driver declares it inside': {
      usage: sent,
      capabilities: { usageBase: { inputHasCache: true, outputHasReasoning: true } },
      parts: [told.usage(sent), stop],
      finding: /`inputTokens`/,
    },
    'wrong usage of a failed turn': {
      ...said.failedTurn(),
      usage: sent,
      parts: [told.usage({ inputTokens: 99 }), told.failed('SERVER')],
      finding: /`inputTokens`/,
    },
    'tokens of tool results on another wire': {
      usage: { inputTokens: 10, raw: { toolUsePromptTokenCount: 3 } },
      parts: [told.usage({ inputTokens: 13 }), stop],
      finding: /`inputTokens`/,
    },
  },
  notApplicable: {
    'a driver without usage': { usage: sent, capabilities: { usage: [] }, reason: /declares no usage/ },
    'a wire that contradicts itself': {
      usage: { contradiction: 'reasoning exceeds output' },
      parts: [told.usage({ outputTokens: 9 }), stop],
      reason: /contradicts itself: reasoning exceeds output/,
    },
    'no usage on either side': { parts: [told.usage({ inputTokens: 0 }), stop], reason: /neither/ },
    'a cut turn without usage in the trace': {
      ...said.cutTurn,
      usage: sent,
      parts: [told.failed('TRANSPORT')],
      reason: /failed or was cut/,
    },
    'a content filter told as a failure without usage': {
      finish: said.contentFilter,
      usage: sent,
      parts: [told.failed('CONTENT_FILTER')],
      reason: /failed or was cut/,
    },
  },
})
