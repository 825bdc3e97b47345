/** The folder recordings go to: making it, and whether it can be written. Not here: what is written into it (journal.ts, fold.ts). */

import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Makes a folder, and those above it, where they are missing. Throws where that cannot be. Not by `recursive` of mkdir: below /proc, where a folder that is there
 * takes none and says ENOENT, Node's never returns. https://github.com/nodejs/node/blob/v24.x/src/node_file.cc (MKDirpSync)
 */
export function makeFolder(path: string): void {
  for (const missing of missingOf(resolve(path))) {
    try {
      mkdirSync(missing)
    } catch (error) {
      // Another process may have made it meanwhile.
      if (kindOf(missing) !== 'folder') throw error
    }
  }
}

/** Makes the folder, and says why nothing can be recorded into it, if so. */
export function whyNotInto(out: string): string | undefined {
  const probe = join(out, `.probe-${process.pid}`)
  try {
    makeFolder(out)
    closeSync(openSync(probe, 'w'))
    rmSync(probe)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The folders that are missing down to `path`, the outermost first. Throws where one cannot be: there is a file in its way. */
function missingOf(path: string): string[] {
  const kind = kindOf(path)
  if (kind === 'folder') return []
  if (kind === 'file') throw new Error(`\`${path}\` is a file, not a folder`)
  const above = dirname(path)
  return above === path ? [path] : [...missingOf(above), path]
}

function kindOf(path: string): 'folder' | 'file' | 'missing' {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'missing'
  return found.isDirectory() ? 'folder' : 'file'
}
