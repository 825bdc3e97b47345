/** The modes of a test recorder, and which one holds where none is named. Not here: what they do (test-recorder.ts). */

/**
 * `replay`: every request is answered from the recordings; one that none answers fails, and is never sent.
 * `auto`: as `replay` where the folder holds recordings, else the session is sent and recorded.
 * `update`: the session is sent and takes the place of what was recorded.
 * `live`: everything is sent, nothing recorded.
 */
export const modes = ['auto', 'update', 'replay', 'live'] as const
export type Mode = (typeof modes)[number]

/** Overrules the mode of every recorder that names none: `STREAMPROOF_MODE=update npx vitest run`. */
export const modeVariable = 'STREAMPROOF_MODE'

/** The mode named, else that of the environment, else `replay` where CI is set, else `auto`. Throws for a word that is no mode. */
export function modeOf(named: Mode | undefined, env: Readonly<Record<string, string | undefined>>): Mode {
  if (named !== undefined) return checkedMode(named, 'mode')
  const variable = env[modeVariable]
  if (variable) return checkedMode(variable, modeVariable)
  return isCi(env['CI']) ? 'replay' : 'auto'
}

function checkedMode(word: string, where: string): Mode {
  const mode = modes.find((mode) => mode === word)
  if (mode) return mode
  throw new TypeError(
    `\`${where}\` is ${JSON.stringify(word)}, which is no mode. Use one of: ${modes.join(', ')}.`,
  )
}

/** CI services set `true` or `1`; people switch it off by `false`, `0` or nothing. */
function isCi(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase())
}
