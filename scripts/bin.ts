#!/usr/bin/env node
/** The `streamproof` command, of the package and of a checkout: Node runs the TypeScript of a checkout as it is. What was compiled once is kept for the next run. */

// A Node that is too old fails at the first import it does not know; so there is none before it is told.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `streamproof: Node ${process.versions.node} (${process.execPath}) is too old. Use Node 22.19 or newer; \`npm install -D node@24\` brings one for npx and npm scripts.\n`,
  )
  process.exit(2)
}

const { enableCompileCache } = await import('node:module')
enableCompileCache()
await import('./streamproof.ts')
