/** Whether a turn holds anything that this driver shows. */

import type { Capabilities } from '../../driver/driver.ts'
import type { TurnBlock } from '../../turn/turn.ts'
import type { Subject } from '../check.ts'

/** `unsure`: only blocks that a converter may show or leave out (blocks without text, hidden reasoning, calls without a name). */
export type Content = 'none' | 'unsure' | 'some'

export function contentOf({ truth, capabilities }: Pick<Subject, 'truth' | 'capabilities'>): Content {
  const kinds = truth.turn.blocks.map((block) => contentOfBlock(block, capabilities))
  if (kinds.includes('some')) return 'some'
  return kinds.includes('unsure') ? 'unsure' : 'none'
}

function contentOfBlock(block: TurnBlock, capabilities: Capabilities): Content {
  switch (block.type) {
    case 'text':
      return block.text === '' ? 'unsure' : 'some'
    case 'reasoning':
      if (!capabilities.reasoning) return 'none'
      return block.text === '' ? 'unsure' : 'some'
    case 'refusal':
      if (capabilities.refusal === 'none') return 'none'
      return block.text === '' ? 'unsure' : 'some'
    case 'tool-call':
      return block.name === '' ? 'unsure' : 'some'
    case 'opaque':
      // Citations hang on a text; a converter may count anything else it carries as content.
      return capabilities.opaque ? 'some' : 'unsure'
  }
}
