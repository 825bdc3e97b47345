#!/usr/bin/env node
/** The `streamproof` command, of the package and of a checkout: Node runs the TypeScript of a checkout as it is. What was compiled once is kept for the next run. */

import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('./streamproof.ts')
