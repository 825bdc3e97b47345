/** How many wire events a recording on disk holds, for the line that says it is done. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eventCounter, readFrom } from '../../harness/watch.ts'

/** A longer body is not read again only to be counted. */
const longest = 16 * 1024 * 1024

/** Undefined for a body without events, or a very long one. */
export function eventsOf(out: string, name: string): number | undefined {
  const folder = join(out, name)
  const body = readdirSync(folder).find((file) => file.startsWith('body.'))
  if (body === undefined || statSync(join(folder, body)).size > longest) return undefined
  const counter = eventCounter()
  counter.feed(readFrom(join(folder, body), 0))
  return counter.count
}
