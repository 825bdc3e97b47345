/** `streamproof record` without the rest of the command line, which takes long to load: for its tests. */

import { recordCommand } from './record.ts'

await recordCommand().parseAsync(process.argv.slice(2), { from: 'user' })
