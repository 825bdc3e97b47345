/** The contract every importer fulfils. Not here: the registry (importers.ts). */

import type { Recording } from '../format.ts'
import type { ForeignExchange } from './exchange.ts'
import type { ForeignFile } from './foreign-file.ts'

/** An exchange of a file whose others can be read. */
export type RefusedExchange = { refused: string; field?: string }

/** A recording of our own in another tool's file, with its own provenance. */
export type WholeRecording = { recording: Omit<Recording, 'name' | 'path'> }

export type Importer = {
  /** Slug that stands in `provenance.format`. */
  format: string
  /** Whether a file is of this format; asked in the order of the registry, the first yes reads. Never throws. */
  recognise(file: ForeignFile): boolean
  /** The exchanges of a recognised file; throws `ImportError` where the file as a whole cannot be read. */
  read(file: ForeignFile): (ForeignExchange | RefusedExchange | WholeRecording)[]
}
