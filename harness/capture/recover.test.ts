import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isRunning, recover } from './recover.ts'

let out = ''
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'capture-'))
})
afterEach(() => rm(out, { recursive: true }))

/** Says the number of a process that ends at once, and never asks how it ended. */
const parent = `
  const { pid } = require('node:child_process').spawn('true', { stdio: 'ignore' })
  require('node:fs').writeSync(1, String(pid))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`

test.runIf(process.platform === 'linux')(
  'a process that nobody has asked how it ended does not run',
  async () => {
    const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [text] = (await once(child.stdout, 'data')) as [Buffer]
      await vi.waitFor(() => expect(isRunning(Number(text.toString()))).toBe(false))
      expect(isRunning(child.pid ?? 0)).toBe(true)
    } finally {
      child.kill('SIGKILL')
    }
  },
)

test('the report of a `streamproof record` that was killed is removed, and of one that runs is not', async () => {
  const running = `.report-${process.ppid}-1`
  writeFileSync(join(out, running), '')
  // Itself was another process, before.
  writeFileSync(join(out, `.report-${process.pid}-1`), '')
  expect(recover(out)).toEqual({ recorded: [], running: [], failed: [], empty: [] })
  expect(await readdir(out)).toEqual([running])
})
