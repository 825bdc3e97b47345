/** Text where a client promises text and hands on whatever came: some servers send lists of parts, objects or null. */

/** Text of prose; what is none is lost to whoever joins deltas. */
export function proseGiven(given: unknown): string {
  return typeof given === 'string' ? given : ''
}

/** Text of arguments; a value as its JSON. */
export function argumentsGiven(given: unknown): string {
  if (typeof given === 'string') return given
  return given === undefined || given === null ? '' : JSON.stringify(given)
}
