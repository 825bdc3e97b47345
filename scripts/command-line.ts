/** What all commands have in common: how they end, what no option takes, what help shows. Not here: which commands there are (streamproof.ts). */

import { Help, type Command, type Option } from 'commander'
import { exitCodes, type ExitCode } from '../harness/verdict/exit-code.ts'
import { DriverStartError, UsageError } from './usage-error.ts'

/** Makes a program, its commands added, one of ours. */
export function prepare(program: Command): void {
  prepareEach(program)
  program.hook('preAction', (_program, command) => mustSaySomething(command))
}

/** commander ends the process with 1 on a wrong call; ours is 2. */
function prepareEach(command: Command): void {
  command.exitOverride().configureHelp({ optionDescription })
  for (const child of command.commands) prepareEach(child)
}

/** That a repeatable option is not given by default says nothing. */
function optionDescription(option: Option): string {
  const { defaultValue }: { defaultValue?: unknown } = option
  const isNothing = Array.isArray(defaultValue) && defaultValue.length === 0
  return new Help().optionDescription(isNothing ? Object.create(option, { defaultValue: {} }) : option)
}

/** An empty text names no file, case or number: a shell gives it for a variable that is not set. @throws UsageError */
function mustSaySomething(command: Command): void {
  const options = command.options.find((option) => isEmpty(command.getOptionValue(option.attributeName())))
  if (options)
    throw new UsageError(`\`${options.flags}\` was given an empty text. Say which, or leave it away.`)
  const at = command.registeredArguments.findIndex(
    // The words of a program that is run are its own.
    (argument, at) => argument.name() !== 'command' && isEmpty(command.processedArgs[at]),
  )
  const argument = command.registeredArguments[at]
  if (argument) {
    throw new UsageError(
      `\`${command.name()}\` was given an empty text among its ${argument.name()}. Say which.`,
    )
  }
}

function isEmpty(value: unknown): boolean {
  return [value].flat().includes('')
}

/** `help recordings read` as `recordings read --help`: commander's own help knows one level, and of a misspelt command it says nothing. @throws UsageError */
export function withHelp(words: readonly string[], known: readonly string[]): string[] {
  const [first, ...asked] = words
  const [command] = asked
  if (first !== 'help' || command === undefined || command.startsWith('-')) return [...words]
  if (!known.includes(command)) {
    throw new UsageError(`help: there is no command \`${command}\`. Known: ${known.join(', ')}.`)
  }
  return [...asked, '--help']
}

/** The exit code of what a command threw, once it is told. */
export function tellThrow(error: unknown): ExitCode {
  if (error instanceof UsageError) return told(error.message, exitCodes.usage)
  if (error instanceof DriverStartError) return told(error.message, exitCodes.driverNotStarted)
  // commander has printed its own message; help and version end with 0.
  if (isOfCommander(error)) return error.exitCode === 0 ? exitCodes.asExpected : exitCodes.usage
  const file = fileFault(error)
  if (file !== undefined) return told(file, exitCodes.usage)
  console.error(error)
  return exitCodes.suiteAtFault
}

function told(message: string, code: ExitCode): ExitCode {
  console.error(`streamproof: ${message}`)
  return code
}

function isOfCommander(error: unknown): error is { exitCode: number } {
  return (
    error instanceof Error &&
    'exitCode' in error &&
    'code' in error &&
    String(error.code).startsWith('commander.')
  )
}

/** What stands in the way of a file, and is for the user to clear. A file that is missing is not among it: it may be ours. */
const inTheWay: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied. Make it accessible',
  EPERM: 'permission is denied. Make it accessible',
  EROFS: 'the file system is read-only. Name a place that can be written',
  EISDIR: 'it is a folder. Name a file',
  ENOTDIR: 'a part of it is a file and not a folder. Name another place',
  EEXIST: 'it is there already, and of another kind. Name another place',
  ENOTEMPTY: 'it is not empty. Name another place',
  ELOOP: 'its links lead round in a circle. Name another place',
  ENAMETOOLONG: 'the name is too long. Name a shorter one',
  ENOSPC: 'no space is left. Make some, or name another place',
  EDQUOT: 'no space is left. Make some, or name another place',
}

function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return undefined
  const why = inTheWay[String(error.code)]
  const to = 'dest' in error ? error.dest : error.path
  return why === undefined ? undefined : `\`${String(to)}\`: ${why}.`
}
