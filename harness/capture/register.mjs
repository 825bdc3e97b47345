/**
 * The file a recorded program loads by `--import`. Plain JavaScript, so that every Node that knows `--import` can load it and say what it cannot do:
 * hook.ts needs Node's own type stripping (22.18 and later), a built package ships hook.js. Whatever goes wrong here, the program runs on.
 */

import { existsSync } from 'node:fs'

const built = new URL('./hook.js', import.meta.url)
const source = new URL('./hook.ts', import.meta.url)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  say(
    `Node ${process.versions.node} is too old to be recorded (22.18 is needed), so this process runs unrecorded`,
  )
} else {
  try {
    await import((existsSync(built) ? built : source).href)
  } catch (error) {
    say(
      `the recorder did not start, so this process runs unrecorded: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** @param {string} text */
function say(text) {
  if (process.env.STREAMPROOF_CAPTURE !== undefined) process.stderr.write(`streamproof: ${text}.\n`)
}
