/** JSON of which nobody knows whether it is any. In a file of its own: whatever looks for a wire loads it, also inside a recorded program. */

/** A JSON text as its value, or nothing where it is not JSON. */
export function parsedJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
