/** JSON values back to text, without the throw of `JSON.stringify` on a nesting deeper than the stack. Not here: reading JSON (json-fields.ts). */

/** `''` where the value has no JSON text. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
