/** Where in the code of a driver's author something happened, for messages. Not here: the messages. */

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const ours: readonly string[] = ['harness/', 'scripts/run/', 'scripts/commands/'].map(
  (folder) => root + folder,
)

/** `at name (path:line:column)`, `at path:line:column`. */
const frame = /^ +at (?:async )?(?:.*\()?((?:file:\/\/)?\/.+?):(\d+):\d+\)?$/gm

export type Place = { file: string; line: number }

/** The first frame of a stack that is neither ours, nor a package's, nor Node's. */
export function placeIn(stack: string | undefined): Place | undefined {
  for (const [, path = '', line = ''] of (stack ?? '').matchAll(frame)) {
    const file = path.startsWith('file:') ? fileURLToPath(path) : path
    if (!isOthers(file)) return { file, line: Number(line) }
  }
  return undefined
}

function isOthers(file: string): boolean {
  return file.includes('/node_modules/') || ours.some((folder) => file.startsWith(folder))
}

/** `driver.ts:12`, from the current folder where the file is below it. */
export function placeText({ file, line }: Place): string {
  const path = relative(process.cwd(), file)
  return `${path.startsWith('..') ? file : path}:${line}`
}

/** The first few lines of a file that say `word` in quotes: where no stack leads, that is where to look. */
export function linesSaying(file: string, word: string): Place[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((text, at) => (quotes(text, word) ? [{ file, line: at + 1 }] : [])).slice(0, 3)
  } catch {
    return []
  }
}

function quotes(text: string, word: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${word}${quote}`))
}
