/** When a tool call counts as whole, on wires that mark the end of a block. Not here: finding the marks (the wires' readers). */

import { parseJson } from './json-fields.ts'

export type CallEnd = {
  /** The call's own end marker came. */
  ended: boolean
  /** `fair`: a finish that is neither a cut nor a failure. `cut`: a limit or a filter stopped the model. `none`: no finish, or a failure. */
  finish: 'fair' | 'cut' | 'none'
  /** The arguments as text. */
  text: string
}

/**
 * The provider said so by the call's own marker, or by a fair finish. Under a cut the marker alone proves nothing: providers
 * close the block they cut, so its text must be a whole JSON value too.
 */
export function isWholeCall({ ended, finish, text }: CallEnd): boolean {
  if (finish === 'fair') return true
  return ended && (finish === 'none' || parseJson(text) !== undefined)
}
