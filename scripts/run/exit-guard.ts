/** A converter that ends this process takes the run with it: that is said, and never exit 0. In a worker it costs its case only (pool.ts), and `--workers 0` alone runs other people's converters here. */

import { exitCodes, type ExitCode } from '../../harness/index.ts'

const phases = {
  load: { what: 'a driver file ended the process while it was loaded', code: exitCodes.driverNotStarted },
  smoke: {
    what: 'a driver ended the process in its smoke run, so no case was run',
    code: exitCodes.driverNotStarted,
  },
  cases: {
    what: 'a driver file, or under `--workers 0` a converter, ended the process, and with it the run',
    code: exitCodes.unexpected,
  },
} as const satisfies Record<string, { what: string; code: ExitCode }>

export class ExitGuard {
  #phase: keyof typeof phases = 'load'
  readonly #died = () => {
    const { what, code } = phases[this.#phase]
    process.stderr.write(`streamproof: ${what}.\n`)
    process.exitCode = code
  }

  constructor() {
    process.once('exit', this.#died)
  }

  enter(phase: keyof typeof phases): void {
    this.#phase = phase
  }

  /** The run has ended by itself. */
  stop(): void {
    process.off('exit', this.#died)
  }
}
