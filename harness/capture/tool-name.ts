/** What recordings name as their maker. */

import { readFileSync } from 'node:fs'

let name: string | undefined

/** `streamproof/0.1.0`, as package.json says. */
export function toolName(): string {
  name ??= `streamproof/${version()}`
  return name
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const found: unknown = Reflect.get(Object(JSON.parse(text)), 'version')
  return typeof found === 'string' ? found : 'unknown'
}
