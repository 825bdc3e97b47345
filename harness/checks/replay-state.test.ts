import { replayState } from './replay-state.ts'
import { assistant, lackingWire, made, text, user } from './testing/asked.ts'
import { testCheck } from './testing/check-table.ts'

const thought = { type: 'reasoning', text: 'Hm.', signature: 's' } as const
const redacted = { type: 'reasoning', text: '', redacted: true, signature: 'x' } as const
const signed = {
  type: 'tool-call',
  id: 'a',
  name: 'f',
  arguments: '{}',
  complete: true,
  signature: 's',
} as const
const history = (...blocks: Parameters<typeof assistant>) => ({
  messages: [user(text('Begin.')), assistant(...blocks), user(text('Go on.'))],
})
const lackingAll = {
  capabilities: {
    requestLacks: ['reasoning', 'reasoning-signature', 'redacted-reasoning', 'call-signature'],
  },
} as const

testCheck(replayState, {
  accepts: {
    'a turn that comes back with all it had': {
      ...lackingWire([]),
      replay: made(history(thought, redacted, signed)),
    },
    'what the wire has no word for left out': {
      ...lackingWire(['redacted-reasoning', 'call-signature']),
      replay: made(history(thought, redacted, signed), history(thought, { ...signed, signature: '' })),
    },
  },
  rejects: {
    'a lost signature': {
      ...lackingWire([]),
      ...lackingAll,
      replay: made(history(thought), history({ type: 'reasoning', text: 'Hm.' })),
      finding: /signature/,
    },
    'lost redacted reasoning': {
      ...lackingWire([]),
      ...lackingAll,
      replay: made(history(redacted, text('Hi')), history(text('Hi'))),
      finding: /messages\[1\]/,
    },
    'a lost signature of a call': {
      ...lackingWire([]),
      ...lackingAll,
      replay: made(history(signed), history({ ...signed, signature: 'other' })),
      finding: /signature/,
    },
    'a state that the converter does not take back': {
      ...lackingWire(['reasoning']),
      replay: { asked: made(history(thought)).asked, refused: 'the converter threw model does not match' },
      finding: /no request was made: the converter threw model does not match/,
    },
  },
  notApplicable: {
    'a driver that keeps no state': { reason: /no `replayState`/ },
    'a driver that makes no requests': { replay: { notMade: 'no `toRequest`' }, reason: /no `toRequest`/ },
  },
})
