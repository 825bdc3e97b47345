/** How much may be redacted while it is recorded: a burst, and so many bytes a second. Beyond that there is only the sealed copy (sealing.ts). */

export class RedactionBudget {
  readonly #burst: number
  readonly #perMillisecond: number
  #left: number
  #at = 0

  constructor(burst = 64 * 1024, perSecond = 512 * 1024) {
    this.#burst = burst
    this.#perMillisecond = perSecond / 1000
    this.#left = burst
  }

  /** Whether `bytes` are within it at this time, in milliseconds. */
  take(bytes: number, now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + Math.max(0, now - this.#at) * this.#perMillisecond)
    this.#at = now
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }
}
