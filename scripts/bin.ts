#!/usr/bin/env node
/** The `streamproof` command of the package. Driver files may be TypeScript: tsx loads them. */

import { register } from 'tsx/esm/api'

register()
await import('./streamproof.ts')
