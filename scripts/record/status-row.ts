/**
 * The last row of the terminal, kept free from the program's own output by a scroll region, as apt does. A library that redraws its lines would erase
 * what the program wrote meanwhile: both write to the same terminal, and the program keeps its own stdout. Not here: what the row says.
 *
 * The sequences: https://vt100.net/docs/vt510-rm/DECSTBM.html and DECSC, DECRC.
 */

import type { WriteStream } from 'node:tty'

const save = '\u001B7'
const restore = '\u001B8'
const clearLine = '\u001B[2K'

export class StatusRow {
  readonly #terminal: WriteStream
  readonly #onResize = () => this.#reserve()
  #text = ''
  #reserved = false

  constructor(terminal: WriteStream) {
    this.#terminal = terminal
  }

  /** Whether a stream is a terminal on which a row can be kept. */
  static fits(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): boolean {
    return (
      stream.isTTY && stream.rows >= 5 && environment['TERM'] !== 'dumb' && environment['CI'] === undefined
    )
  }

  show(text: string): void {
    if (text === this.#text) return
    this.#text = text
    if (!this.#reserved) {
      this.#reserved = true
      this.#terminal.on('resize', this.#onResize)
      this.#reserve()
    }
    this.#draw()
  }

  /** Gives the row back. */
  clear(): void {
    if (!this.#reserved) return
    this.#reserved = false
    this.#text = ''
    this.#terminal.off('resize', this.#onResize)
    this.#terminal.write(`${save}\u001B[r\u001B[${this.#terminal.rows};1H${clearLine}${restore}`)
  }

  #reserve(): void {
    // The line feed makes room where the cursor is on the last row; setting the region moves the cursor, so it is saved.
    this.#terminal.write(`\n${save}\u001B[1;${this.#terminal.rows - 1}r${restore}\u001B[1A`)
    this.#draw()
  }

  #draw(): void {
    const { rows, columns } = this.#terminal
    this.#terminal.write(`${save}\u001B[${rows};1H${clearLine}${this.#text.slice(0, columns - 1)}${restore}`)
  }
}
