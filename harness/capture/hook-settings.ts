/** What `streamproof record` tells the hook in the program, by one environment variable that children inherit. Not here: the hook (hook.ts). */

export type HookSettings = {
  /** Absolute. */
  out: string
  hosts: string[]
  /** The report it adds to, which is there already; absolute. */
  report: string
  /** What the hook seals with, in base64: `newSealKey`. */
  key: string
}

export const settingsVariable = 'STREAMPROOF_CAPTURE'

/** The environment of a program to be recorded: `registerUrl` joins NODE_OPTIONS, once. */
export function hookedEnvironment(
  environment: NodeJS.ProcessEnv,
  settings: HookSettings,
  registerUrl: string,
): NodeJS.ProcessEnv {
  const option = `--import=${registerUrl}`
  const options = environment['NODE_OPTIONS'] ?? ''
  return {
    ...environment,
    [settingsVariable]: JSON.stringify(settings),
    NODE_OPTIONS: options.includes(option) ? options : `${options} ${option}`.trim(),
  }
}

/** Undefined where the program is not to be recorded. */
export function readHookSettings(environment: NodeJS.ProcessEnv): HookSettings | undefined {
  const text = environment[settingsVariable]
  return text === undefined ? undefined : (JSON.parse(text) as HookSettings)
}
