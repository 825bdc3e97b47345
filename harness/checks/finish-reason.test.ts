import { finishReason } from './finish-reason.ts'
import { testCheck } from './testing/check-table.ts'
import * as said from './testing/said.ts'
import type { SubjectOptions } from './testing/subject.ts'
import * as told from './testing/told.ts'

const stop = told.finish('stop')
const text = [said.text('a')]
const unknown: SubjectOptions = { finish: said.finish('other', 'eos_weird'), blocks: text }

testCheck(finishReason, {
  accepts: {
    'a finish that a parser without the last blank line never saw': {
      terminated: false,
      blocks: text,
      parts: [told.failed('TRANSPORT')],
    },
    'a last event without its end behind the finish of a wire without terminator as TRANSPORT': {
      blocks: [said.text('t')],
      payloads: [{}, {}, {}],
      finishEvent: 1,
      terminated: false,
      parts: [...told.text(0, 't'), told.failed('TRANSPORT')],
    },
    'a last event without its end behind the terminator as TRANSPORT': {
      blocks: text,
      payloads: [{}, {}, '[D'],
      finishEvent: 1,
      terminatorEvent: 1,
      terminated: false,
      parts: [told.failed('TRANSPORT')],
    },
    'a dropped refusal as an empty answer': {
      capabilities: { refusal: 'none' },
      blocks: [said.refusal('no')],
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'a call without a name as an empty answer': {
      finish: said.toolCalls,
      blocks: [said.call({ name: '' })],
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'stop with text and calls as tool-calls': {
      blocks: [said.text('a'), said.call()],
      parts: [told.finish('tool-calls')],
    },
    'a word that may be stop, with calls, as tool-calls': {
      finish: said.finish('stop', 'pause_turn'),
      blocks: [said.call()],
      parts: [told.finish('tool-calls')],
    },
    'an unknown word with calls as tool-calls': {
      finish: said.finish('other', 'eos_weird'),
      blocks: [said.call()],
      parts: [told.finish('tool-calls', { raw: 'eos_weird' })],
    },
    'a word without a spelling of its own': {
      finish: said.finish('max-tokens'),
      blocks: text,
      parts: [told.finish('max-tokens')],
    },
    'what the driver declares for an unknown word by name': {
      ...unknown,
      capabilities: { finish: { unknown: { reason: 'other' }, eos_weird: { reason: 'stop' } } },
      parts: [told.finish('stop', { raw: 'eos_weird' })],
    },
    'a terminator without a finish and without content as an empty answer': {
      finish: null,
      state: 'answered',
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'a stop with a block without text, whatever the driver declares for empty ones': {
      capabilities: { finish: { empty: { reason: 'error', code: 'EMPTY_RESPONSE' } } },
      blocks: [said.text('')],
      parts: [stop],
    },
    'tool_calls beside a refusal, whatever the driver declares for refused turns': {
      capabilities: { finish: { refusal: { reason: 'stop' } } },
      finish: said.toolCalls,
      blocks: [said.refusal('no'), said.call()],
      parts: [told.finish('tool-calls')],
    },
    'a finish of another kind without content, whatever the driver declares for empty ones': {
      capabilities: { finish: { empty: { reason: 'error', code: 'EMPTY_RESPONSE' } } },
      finish: said.finish('other', 'pause_turn'),
      parts: [told.finish('other')],
    },
    'the plain finish': { blocks: text, parts: [stop] },
    'either of several': {
      finish: said.finish('stop', 'pause_turn'),
      blocks: text,
      parts: [told.finish('other')],
    },
    'stop with calls as tool-calls': { blocks: [said.call()], parts: [told.finish('tool-calls')] },
    'stop with calls as stop': { blocks: [said.call()], parts: [stop] },
    'tool_calls as stop': { finish: said.toolCalls, blocks: [said.call()], parts: [stop] },
    'a content filter as one': { finish: said.contentFilter, parts: [told.finish('content-filter')] },
    'a content filter as a failure': { finish: said.contentFilter, parts: [told.failed('CONTENT_FILTER')] },
    'a refusal as stop': { blocks: [said.refusal('no')], parts: [stop] },
    'a refusal as content-filter': { blocks: [said.refusal('no')], parts: [told.finish('content-filter')] },
    'a refusal as a failure': { blocks: [said.refusal('no')], parts: [told.failed('CONTENT_FILTER')] },
    'an empty stop as one': { parts: [stop] },
    'an empty stop as a failure': { blocks: [said.text('')], parts: [told.failed('EMPTY_RESPONSE')] },
    'a stop whose only block the driver does not show, as a failure': {
      capabilities: { reasoning: false },
      blocks: [said.reasoning('r')],
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'a stop with hidden reasoning alone as a failure': {
      blocks: [said.reasoning('', { redacted: true })],
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'an unknown word as other, kept': { ...unknown, parts: [told.finish('other', { raw: 'eos_weird' })] },
    'an unknown word as stop, kept': { ...unknown, parts: [told.finish('stop', { raw: 'eos_weird' })] },
    'an unknown word as a failure that names it': {
      ...unknown,
      parts: [told.failed('UNKNOWN', 'finish_reason: eos_weird')],
    },
    'a turn without its terminator as finished': { state: 'answered', blocks: text, parts: [stop] },
    'a turn without its terminator as a failure': {
      state: 'answered',
      blocks: text,
      parts: [told.failed('TRANSPORT')],
    },
    'an unknown word of a turn without its terminator as a transport failure': {
      ...unknown,
      state: 'answered',
      parts: [told.failed('TRANSPORT')],
    },
    'a terminator without a finish as stop': { finish: null, state: 'answered', blocks: text, parts: [stop] },
    'a terminator without a finish as other': {
      finish: null,
      state: 'answered',
      blocks: text,
      parts: [told.finish('other')],
    },
    'a terminator without a finish as a failure': {
      finish: null,
      state: 'answered',
      blocks: text,
      parts: [told.failed('TRANSPORT')],
    },
    'a terminator without a finish behind a call as tool-calls': {
      finish: said.finish('other'),
      blocks: [said.call()],
      parts: [told.finish('tool-calls')],
    },
    'a connection that breaks behind the finish as a failure': {
      end: 'reset',
      blocks: text,
      parts: [told.failed('TRANSPORT')],
    },
    'a failure behind the finish as the finish': {
      finish: said.finish('stop', 'stop', { code: 'SERVER', message: 'boom' }),
      blocks: text,
      parts: [stop],
    },
    'what the driver declares for a word': {
      finish: said.finish('stop', 'pause_turn'),
      capabilities: { finish: { pause_turn: { reason: 'other' } } },
      blocks: text,
      parts: [told.finish('other')],
    },
    'what the driver declares for an empty stop': {
      capabilities: {
        finish: { empty: { reason: 'error', code: 'EMPTY_RESPONSE' }, stop: { reason: 'stop' } },
      },
      parts: [told.failed('EMPTY_RESPONSE')],
    },
    'a declared code under the name the driver maps it to': {
      finish: said.contentFilter,
      capabilities: {
        codes: { CONTENT_FILTER: 'UNKNOWN' },
        finish: { content_filter: { reason: 'error', code: 'UNKNOWN' } },
      },
      parts: [told.failed('UNKNOWN')],
    },
  },
  rejects: {
    'an empty answer at max-tokens as a failure': {
      finish: said.maxTokens,
      parts: [told.failed('EMPTY_RESPONSE')],
      finding: /does not allow/,
    },
    'an answer with content as an empty one': {
      blocks: text,
      parts: [told.failed('EMPTY_RESPONSE')],
      finding: /does not allow/,
    },
    'text with a refusal at max-tokens as stop': {
      finish: said.maxTokens,
      blocks: [said.refusal('no')],
      parts: [stop],
      finding: /does not allow/,
    },
    'an unknown word against its declaration by name': {
      ...unknown,
      capabilities: { finish: { unknown: { reason: 'other' }, eos_weird: { reason: 'stop' } } },
      parts: [told.finish('other', { raw: 'eos_weird' })],
      finding: /does not allow/,
    },
    'an empty stop against its declaration': {
      capabilities: { finish: { empty: { reason: 'error', code: 'EMPTY_RESPONSE' } } },
      parts: [stop],
      finding: /does not allow/,
    },
    'another finish': { blocks: text, parts: [told.finish('max-tokens')], finding: /finished with `stop`/ },
    'max-tokens as stop': {
      finish: said.maxTokens,
      blocks: text,
      parts: [stop],
      finding: /finished with `length`/,
    },
    'a content filter as stop': { finish: said.contentFilter, parts: [stop], finding: /`content_filter`/ },
    'a good turn as a failure': { blocks: text, parts: [told.failed('UNKNOWN')], finding: /does not allow/ },
    'a good turn that throws': {
      blocks: text,
      trace: { end: { how: 'threw', error: { phase: 'stream', name: 'TypeError', message: 'x' } } },
      finding: /does not allow/,
    },
    'no finish at all': { blocks: text, finding: /does not allow/ },
    'calls where none are': { blocks: text, parts: [told.finish('tool-calls')], finding: /does not allow/ },
    'aborted, though nobody aborted': {
      blocks: text,
      parts: [told.finish('aborted')],
      finding: /does not allow/,
    },
    'an unknown word that is lost': {
      ...unknown,
      parts: [told.finish('other')],
      finding: /`eos_weird` is lost/,
    },
    'an unknown word lost in a failure': {
      ...unknown,
      parts: [told.failed('UNKNOWN')],
      finding: /`eos_weird` is lost/,
    },
    'an unknown word as max-tokens': {
      ...unknown,
      parts: [told.finish('max-tokens', { raw: 'eos_weird' })],
      finding: /does not allow/,
    },
    'a terminator without a finish as tool-calls without calls': {
      finish: null,
      state: 'answered',
      blocks: text,
      parts: [told.finish('tool-calls')],
      finding: /no word of its own/,
    },
    'a turn without its terminator as another finish': {
      state: 'answered',
      blocks: text,
      parts: [told.finish('other')],
      finding: /does not allow/,
    },
    'the other one where the driver declares one of several': {
      finish: said.finish('stop', 'pause_turn'),
      capabilities: { finish: { pause_turn: { reason: 'other' } } },
      blocks: text,
      parts: [stop],
      finding: /`pause_turn`/,
    },
    'an unknown word against the declaration for unknown ones': {
      ...unknown,
      capabilities: { finish: { unknown: { reason: 'stop' } } },
      parts: [told.finish('other', { raw: 'eos_weird' })],
      finding: /does not allow/,
    },
    'a refusal against its declaration': {
      capabilities: { finish: { refusal: { reason: 'content-filter' } } },
      blocks: [said.refusal('no')],
      parts: [stop],
      finding: /does not allow/,
    },
    'a declaration that no correct converter could keep': {
      finish: said.maxTokens,
      capabilities: { finish: { length: { reason: 'stop' } } },
      blocks: text,
      parts: [told.finish('max-tokens')],
      finding: /declares `stop` for the finish `length`/,
    },
  },
  notApplicable: {
    'a failed turn': { ...said.failedTurn(), parts: [stop], reason: /failed or was cut/ },
    'a cut turn': { ...said.cutTurn, parts: [stop], reason: /failed or was cut/ },
  },
})
