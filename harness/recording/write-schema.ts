/** `tsx harness/recording/write-schema.ts`: writes recording.schema.json from the zod source (format.ts). */

import { writeFileSync } from 'node:fs'
import { recordingJsonSchema } from './format.ts'

writeFileSync(
  new URL('recording.schema.json', import.meta.url),
  `${JSON.stringify(recordingJsonSchema(), null, 2)}\n`,
)
