/** Who reads the errors of a row: its wire, or the reader of a provider whose wire is not built yet. */

import * as cohere from '../../wire/cohere/read-error.ts'
import * as ollama from '../../wire/ollama/read-error.ts'
import type { Wire, WireName } from '../../wire/wire.ts'
import { wireOf } from '../../wire/wires.ts'
import type { ReaderOnly } from './error-situation.ts'

export type ErrorReader = Pick<Wire, 'readError' | 'readInBandError'>

export function readerOf(wire: WireName | ReaderOnly): ErrorReader {
  if (wire === 'cohere') return cohere
  return wire === 'ollama' ? ollama : wireOf(wire)
}
