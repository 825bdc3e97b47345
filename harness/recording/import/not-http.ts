/** Recordings of other transports, named so that their refusal says what they are. */

import { ImportError } from './exchange.ts'
import { at, listAt } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer } from './importer.ts'

function firstInteraction(file: ForeignFile): unknown {
  return listAt(file.yaml()[0] ?? file.json(), 'interactions')?.[0]
}

export const webSocket: Importer = {
  format: 'websocket',
  recognise: (file) =>
    at(firstInteraction(file), 'kind') !== undefined && at(firstInteraction(file), 'direction') !== undefined,
  read() {
    throw new ImportError('is a WebSocket session; only HTTP exchanges can be played')
  },
}

export const grpc: Importer = {
  format: 'grpc',
  recognise: (file) =>
    at(firstInteraction(file), 'response_stream') !== undefined ||
    at(firstInteraction(file), 'request_stream') !== undefined,
  read() {
    throw new ImportError('is a gRPC call; only HTTP exchanges with text or eventstream bodies can be played')
  },
}
