/** What can be wrong with a call of the command line; each has its exit code. */

/** A wrong option, name or file: printed without a stack, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A driver file that exists and cannot be started: exit code 5. */
export class DriverStartError extends Error {
  override name = 'DriverStartError'
}
