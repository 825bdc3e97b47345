import { copyFileSync, readFileSync, truncateSync, writeFileSync, mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Recording } from '../recording/format.ts'
import { findRecordings, readRecording } from '../recording/read.ts'
import { createRecorder, type CaptureEvent, type Recorder } from './capture.ts'
import { defaultRedactor } from './default-redactor.ts'
import { JournalFolder } from './journal-folder.ts'
import { nextIdentity, type Begin } from './journal-entry.ts'
import { headerBytes, JournalFile } from './journal.ts'
import { journalsIn, recover } from './recover.ts'
import { noRedaction, type Redactor } from './redactor.ts'
import { newSealKey } from './sealing.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
})
afterAll(() => rm(directory, { recursive: true }))

let count = 0
const newFolder = () => join(directory, `out-${count++}`)
const key = newSealKey()
const asIs = { redactor: noRedaction }

function begin(): Begin {
  return {
    id: nextIdentity(Date.UTC(2026, 0, 2, 3, 4, 5, 6)),
    borders: 'wire',
    tool: 'streamproof/0.0.0',
  }
}

const events = ['data: {"choices":[]}\n\n', 'data: {"choices":[1]}\n\n', 'data: [DONE]\n\n']
const body = events.join('')
const head = { status: 200, headers: { 'content-type': 'text/event-stream' } }
const asked = { method: 'POST', url: 'https://api.openai.com/v1/chat/completions', headers: {} }
const request = '{"model":"gpt-4o","messages":[]}'

/** A journal of whole exchanges, their entries mixed, not yet folded. */
function journalIn(out: string, exchanges = 1): string {
  const file = new JournalFile(out, key)
  const numbers = Array.from({ length: exchanges }, () => file.next())
  for (const x of numbers) {
    file.note({ x, begin: begin(), request: asked })
    file.note({ x, part: 'request' }, [Buffer.from(request)])
    file.note({ x, response: head })
  }
  for (const event of events)
    for (const x of numbers) file.write({ x, read: [event.length, 1.5], part: 'body' }, [Buffer.from(event)])
  for (const x of numbers) file.write({ x, end: { how: 'client-cancel' } })
  file.seal()
  return file.path
}

function folderOf(out: string, exchanges = 1): JournalFolder {
  const folder = new JournalFolder(out, journalIn(out, exchanges))
  folder.update()
  return folder
}

describe('folding', () => {
  test('makes a recording named by provider, model, time and process', async () => {
    const out = newFolder()
    const folder = folderOf(out)
    const folded = folder.fold(1, asIs)
    expect(folded?.name).toMatch(new RegExp(`^openai-gpt-4o-20260102030405006-${process.pid}(-\\d+)?-\\d+$`))
    expect(folder.removeIfDone()).toBe(true)
    expect(await readdir(out)).toEqual([folded?.name])
    const recording = await readRecording(folded?.folder ?? '')
    expect(recording).toMatchObject({ wire: 'openai-chat', provenance: { model: 'gpt-4o' } })
    expect(recording.response?.chunks).toEqual(events.map((event) => [event.length, 1.5]))
  })

  test('tells exchanges of one journal apart', async () => {
    const out = newFolder()
    const folder = folderOf(out, 3)
    const folders = folder.unfolded().map(({ x }) => folder.fold(x, asIs)?.folder ?? '')
    expect(new Set(folders).size).toBe(3)
    for (const each of folders)
      expect(Buffer.from((await readRecording(each)).response?.body ?? []).toString()).toBe(body)
  })

  test('calls a stream complete that the client gave up after its terminal event, and only then', () => {
    const out = newFolder()
    const whole = folderOf(out)
    expect(whole.fold(1, asIs)?.end).toEqual({ how: 'complete' })
    const path = journalIn(out)
    const text = readFileSync(path, 'latin1')
    writeFileSync(path, text.replace('data: [DONE]', 'data: [DO'.padEnd(12)), 'latin1')
    const cut = new JournalFolder(out, path)
    cut.update()
    expect(cut.fold(1, asIs)?.end).toEqual({ how: 'client-cancel' })
  })

  test('never touches a recording that is there: its exchange has been folded', async () => {
    const out = newFolder()
    const folder = folderOf(out)
    const { folder: recording = '', name } = folder.fold(1, asIs) ?? {}
    writeFileSync(join(recording, 'turn.json'), 'reviewed')
    expect(recover(out).recorded).toMatchObject([{ name }])
    expect(readFileSync(join(recording, 'turn.json'), 'utf8')).toBe('reviewed')
    expect(await readdir(out)).toEqual([name])
  })

  test('leaves journal and folder as they were where the recording cannot be made', async () => {
    const out = newFolder()
    const folder = folderOf(out)
    const last = () => {
      throw new Error('no')
    }
    expect(() => folder.fold(1, { ...asIs, last })).toThrow('no')
    expect(folder.removeIfDone()).toBe(false)
    expect(journalsIn(out)).toEqual([folder.path])
    expect(recover(out).recorded).toHaveLength(1)
  })
})

describe('recover', () => {
  test.prop([fc.double({ min: 0, max: 1, noNaN: true })], { numRuns: 80 })(
    'gives every byte that was written, wherever the journal was cut',
    async (fraction) => {
      const out = newFolder()
      const path = journalIn(out)
      const bytes = readFileSync(path)
      const firstEntry = bytes.indexOf('\n', headerBytes) + 1
      const cut = firstEntry + Math.floor((bytes.length - firstEntry) * fraction)
      truncateSync(path, cut)
      const result = recover(out)
      expect(result).toMatchObject({ failed: [], running: [], empty: [] })
      const recording = await readRecording(result.recorded[0]?.folder ?? '')
      // The bodies are the only bytes between lines, so what is left of them can be seen.
      const kept = [request, ...events].reduce(
        ({ at, text }, part) => {
          const from = bytes.indexOf(part, at)
          return { at: from + part.length, text: text + part.slice(0, Math.max(0, cut - from)) }
        },
        { at: firstEntry, text: '' },
      ).text
      const got = `${Buffer.from(recording.request.body ?? []).toString()}${Buffer.from(recording.response?.body ?? []).toString()}`
      expect(got).toBe(kept)
    },
  )

  test('tells how far each exchange had come', () => {
    const out = newFolder()
    const path = journalIn(out)
    truncateSync(path, readFileSync(path).indexOf('"response"'))
    expect(recover(out).recorded).toMatchObject([
      { end: { how: 'no-response', reason: 'the process was killed' } },
    ])
  })

  test('removes a journal without an exchange, and says so', async () => {
    const out = newFolder()
    mkdirSync(out)
    writeFileSync(join(out, '.journal-1-2-3-4'), '{"journal":1')
    expect(recover(out, { force: true })).toMatchObject({ empty: [join(out, '.journal-1-2-3-4')] })
    expect(await readdir(out)).toEqual([])
  })

  test('leaves the journal of a process that runs', () => {
    const out = newFolder()
    const file = new JournalFile(out, key)
    expect(recover(out, { force: true }).running).toMatchObject([{ pid: process.pid }])
    file.seal()
    const running = join(out, `.journal-${process.ppid}-1-0-1`)
    writeFileSync(running, readFileSync(journalIn(out)))
    expect(recover(out)).toMatchObject({ recorded: [{}], running: [{ pid: process.ppid, journal: running }] })
    expect(recover(out, { force: true }).recorded).toHaveLength(1)
  })

  test('tells a recording the recorder itself cut short', async () => {
    const out = newFolder()
    const path = journalIn(out)
    const text = readFileSync(path, 'latin1')
    const header = JSON.stringify({ journal: 1, failed: 'ENOSPC' }).padEnd(headerBytes - 1)
    const entries = text.slice(headerBytes, text.lastIndexOf('{"x":1,"end"'))
    writeFileSync(path, `${header}\n${entries}`, 'latin1')
    const [recorded] = recover(out).recorded
    expect((await readRecording(recorded?.folder ?? '')).title).toBe('Cut short by the recorder: ENOSPC')
  })
})

/** Holds back three bytes, and replaces `SECRET` by as many stars wherever it stands whole. */
const starsForSecrets: Redactor = {
  window: 5,
  exchange: (request) => {
    const stream = () => {
      let held = ''
      const stars = (text: string) => text.replaceAll('SECRET', '******')
      return {
        feed(bytes: Uint8Array) {
          const text = stars(held + Buffer.from(bytes).toString('latin1'))
          held = text.slice(-5)
          return Buffer.from(text.slice(0, -5), 'latin1')
        },
        end: () => Buffer.from(held, 'latin1'),
      }
    }
    return {
      request: { ...request, headers: {} },
      requestBody: stream(),
      responseBody: stream(),
      response: (response) => response,
      recording: (recording) => ({
        ...recording,
        redactions: [{ rule: 'stars', place: 'response.body', count: 1 }],
      }),
      redactions: () => [],
    }
  },
  recording: (recording) => recording,
}

test('a secret split over two reads never reaches the disk, and the borders hold', async () => {
  const out = newFolder()
  const heard: CaptureEvent[] = []
  const recorder = createRecorder({ out, redactor: starsForSecrets, report: (event) => heard.push(event) })
  const url = 'https://api.openai.com/v1/chat/completions'
  const exchange = recorder.open({ method: 'POST', url, headers: { authorization: 'SECRET' } }, 0)
  exchange?.requestEnd(0)
  exchange?.response(head, 1)
  exchange?.read([Buffer.from('data: SEC')], 2)
  const onDisk = () => {
    recorder.flush()
    return readFileSync(journalsIn(out)[0] ?? '', 'latin1')
  }
  expect(onDisk()).toContain('\ndata\n')
  expect(onDisk()).not.toContain('SEC')
  exchange?.read([Buffer.from('RET\n\n')], 3)
  expect(onDisk()).not.toContain('SEC')
  exchange?.end({ how: 'complete' }, 4)
  recorder.close()
  const name = heard.flatMap((event) => (event.type === 'recorded' ? [event.name] : []))[0]
  const recording = await readRecording(join(out, name ?? ''))
  expect(Buffer.from(recording.response?.body ?? []).toString()).toBe('data: ******\n\n')
  expect(recording.response?.chunks).toEqual([
    [9, 2],
    [5, 1],
  ])
  expect(recording.request.headers).toEqual({})
  expect(recording.redactions).toHaveLength(1)
})

describe('what is replaced once is listed once', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  const own = 'Zz9-own-credential'
  const url = 'https://api.openai.com/v1/chat/completions'

  /** Hands over an exchange that tells its own credential and a token; `filler` bytes before them. */
  function captured(out: string, filler: number): Recorder {
    const recorder = createRecorder({ out, report: () => {} })
    const headers = { authorization: `Bearer ${own}`, 'content-type': 'application/json' }
    const exchange = recorder.open({ method: 'POST', url, headers }, 0)
    exchange?.requestBody(Buffer.from(`{"model":"m","messages":[{"content":"${own}"}]}`))
    exchange?.requestEnd(0)
    exchange?.response({ status: 200, headers: { ...head.headers, server: 'some-server' } }, 1)
    exchange?.read(
      [Buffer.from(`data: {"choices":[{"delta":{"content":"${'word '.repeat(filler / 5)}"}}]}\n\n`)],
      2,
    )
    exchange?.read([Buffer.from(`data: {"choices":[{"delta":{"content":"the token ${token}"}}]}\n\n`)], 3)
    exchange?.end({ how: 'complete' }, 4)
    return recorder
  }

  async function listed(out: string): Promise<Recording['redactions']> {
    const [folder = ''] = await findRecordings(out)
    return (await readRecording(folder)).redactions
  }

  const once = [
    { rule: 'header-dropped', place: 'request.headers.authorization', count: 1 },
    { rule: 'request-credential', place: 'request.body', count: 1 },
    { rule: 'header-dropped', place: 'response.headers.server', count: 1 },
    { rule: 'github-token', place: 'response.body', count: 1 },
  ]
  const sorted = (list: Recording['redactions']) => list.toSorted((a, b) => a.place.localeCompare(b.place))

  test('by the recorder, which redacted while it recorded', async () => {
    const out = newFolder()
    captured(out, 0).close()
    expect(sorted(await listed(out))).toEqual(sorted(once))
  })

  test('by the recorder, of a stream that came too fast for that', async () => {
    const out = newFolder()
    captured(out, 200_000).close()
    expect(sorted(await listed(out))).toEqual(sorted(once))
  })

  test('by who recovers it from the plain copy', async () => {
    const out = newFolder()
    const recorder = captured(out, 0)
    const journal = journalsIn(out)[0] ?? ''
    const copies = newFolder()
    mkdirSync(copies)
    recorder.flush()
    // A crash after it was redacted and before it was folded: the journal alone.
    copyFileSync(journal, join(copies, basename(journal)))
    recorder.close()
    const folder = new JournalFolder(copies, join(copies, basename(journal)))
    folder.finish()
    folder.fold(1, { redactor: defaultRedactor })
    expect(sorted(await listed(copies))).toEqual(sorted(once))
  })
})
