/** A text that the wire says several times: in deltas, in its `done` event, again in later objects. Which of them counts. Not here: what the text belongs to (output-items.ts). */

export type Said = {
  /** Deltas, joined. */
  deltas: string
  /** The last text a `done` event of the part or of its item gave. */
  final: string
  /** What an object said that is neither: `output_item.added`, or the output of the terminal event. */
  aside: string
}

export function nothingSaid(): Said {
  return { deltas: '', final: '', aside: '' }
}

/**
 * `done` holds "the text content that is finalized" (https://platform.openai.com/docs/api-reference/responses-streaming), so
 * it wins over deltas that differ. Empty ones win over nothing: some senders leave the finals empty.
 */
export function settled({ deltas, final, aside }: Said): string {
  return final || deltas || aside
}
