import { appendFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HookEvent } from './capture-event.ts'
import { report, ReportTail } from './report-tail.ts'

let out = ''
let heard: HookEvent[] = []
let tail: ReportTail
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'capture-'))
  heard = []
  tail = new ReportTail(out, (event) => heard.push(event))
})
afterEach(() => rm(out, { recursive: true }))

const journal = (name: string): HookEvent => ({ type: 'journal', path: name })

test('each line is heard once, also one that comes in two parts', () => {
  report(tail.path, journal('a'))
  tail.read()
  appendFileSync(tail.path, '{"type":"journal",')
  tail.read()
  appendFileSync(tail.path, '"path":"b"}\n')
  tail.read()
  tail.end()
  expect(heard).toEqual([journal('a'), journal('b')])
})

test('a line that a full disk has cut costs no other line', () => {
  appendFileSync(tail.path, '\n{"type":"jour')
  report(tail.path, journal('a'))
  tail.end()
  expect(heard).toEqual([journal('a')])
})

test('what was written last is heard, and who writes after that is told', async () => {
  tail.read()
  report(tail.path, journal('a'))
  tail.end()
  expect(heard).toEqual([journal('a')])
  expect(() => report(tail.path, journal('b'))).toThrow('ENOENT')
  expect(await readdir(out)).toEqual([])
})
