import { appendFileSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { readRecording } from '../recording/read.ts'
import { createRecorder, type CaptureEvent } from './capture.ts'
import { foldJournal } from './fold.ts'
import { Journal, journalFiles, nextIdentity, type Begin } from './journal.ts'
import { recover } from './recover.ts'
import type { Redactor } from './redactor.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-'))
})
afterAll(() => rm(directory, { recursive: true }))

let count = 0
const newFolder = () => join(directory, `out-${count++}`)
const asIs = <T>(value: T) => value

function begin(): Begin {
  return {
    id: nextIdentity(Date.UTC(2026, 0, 2, 3, 4, 5, 6)),
    request: { method: 'POST', url: 'https://api.openai.com/v1/chat/completions', headers: {} },
    borders: 'wire',
    tool: 'streamproof/0.0.0',
  }
}

const events = ['data: {"choices":[]}\n\n', 'data: {"choices":[1]}\n\n', 'data: [DONE]\n\n']
const head = { status: 200, headers: { 'content-type': 'text/event-stream' } }

/** A whole journal, not yet folded. */
function journalIn(out: string): Journal {
  const journal = new Journal(out, begin())
  journal.request(Buffer.from('{"model":"gpt-4o","messages":[]}'))
  journal.line({ response: head })
  for (const event of events) {
    journal.body([Buffer.from(event)])
    journal.line([event.length, 1.5])
  }
  journal.line({ end: { how: 'client-cancel' } })
  journal.close()
  return journal
}

describe('foldJournal', () => {
  test('makes a recording named by provider, model, time and process', async () => {
    const out = newFolder()
    const folded = foldJournal(out, journalIn(out).folder, asIs)
    expect(folded?.name).toMatch(new RegExp(`^openai-gpt-4o-20260102030405006-${process.pid}(-\\d+)?-\\d+$`))
    expect(await readdir(out)).toEqual([folded?.name])
    expect((await readRecording(folded?.folder ?? '')).wire).toBe('openai-chat')
  })

  test('calls a stream complete that the client gave up after its terminal event, and only then', async () => {
    const out = newFolder()
    expect(foldJournal(out, journalIn(out).folder, asIs)?.end).toEqual({ how: 'complete' })
    const cut = journalIn(out)
    truncateSync(join(cut.folder, journalFiles.body), events[0]?.length)
    expect(foldJournal(out, cut.folder, asIs)?.end).toEqual({ how: 'client-cancel' })
  })

  test('never touches a recording that is there: its journal has been folded', async () => {
    const out = newFolder()
    const journal = journalIn(out)
    const first = foldJournal(out, journal.folder, asIs)
    const again = join(out, basename(journal.folder))
    mkdirSync(again)
    writeFileSync(
      join(again, journalFiles.lines),
      `${JSON.stringify({ begin: { ...begin(), id: idOf(journal.folder) } })}\n`,
    )
    writeFileSync(join(again, journalFiles.request), '{"model":"gpt-4o"}')
    expect(foldJournal(out, again, asIs)?.name).toBe(first?.name)
    expect(readFileSync(join(first?.folder ?? '', 'body.sse'), 'utf8')).toBe(events.join(''))
    expect(await readdir(out)).toEqual([first?.name])
  })

  test('takes up again what a crash left half folded, its body moved already', async () => {
    const out = newFolder()
    const journal = journalIn(out)
    mkdirSync(join(journal.folder, 'recording'))
    renameSync(join(journal.folder, journalFiles.body), join(journal.folder, 'recording', 'body.sse'))
    const folded = foldJournal(out, journal.folder, asIs)
    expect(readFileSync(join(folded?.folder ?? '', 'body.sse'), 'utf8')).toBe(events.join(''))
  })

  test('leaves the journal where the recording would not be valid', async () => {
    const out = newFolder()
    const journal = journalIn(out)
    const spoil = () => {
      throw new Error('no')
    }
    expect(() => foldJournal(out, journal.folder, spoil)).toThrow('no')
    expect(await readdir(out)).toEqual([basename(journal.folder)])
    expect(recover(out).recorded).toHaveLength(1)
  })
})

function idOf(folder: string): Begin['id'] {
  const [pid = 0, time = 0, thread = 0, number = 0] = basename(folder)
    .replace('.journal-', '')
    .split('-')
    .map(Number)
  return { pid, time, thread, count: number }
}

describe('recover', () => {
  test.prop([fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })], {
    numRuns: 40,
  })('gives every byte that was written, wherever the two files were cut', async (ofLines, ofBody) => {
    const out = newFolder()
    const { folder } = journalIn(out)
    const lines = join(folder, journalFiles.lines)
    const firstLine = readFileSync(lines, 'utf8').indexOf('\n') + 1
    const length = readFileSync(lines).length
    const body = events.join('')
    truncateSync(lines, firstLine + Math.floor((length - firstLine) * ofLines))
    const kept = Math.floor(body.length * ofBody)
    truncateSync(join(folder, journalFiles.body), kept)
    const result = recover(out)
    const recording = await readRecording(result.recorded[0]?.folder ?? '')
    const answered = readFileSync(join(result.recorded[0]?.folder ?? '', 'recording.json'), 'utf8').includes(
      '"response"',
    )
    expect(result.failed).toEqual([])
    if (answered) expect(Buffer.from(recording.response?.body ?? []).toString()).toBe(body.slice(0, kept))
    else expect(recording.end.how).toBe('no-response')
  })

  test('removes a journal without a first line, and says so', async () => {
    const out = newFolder()
    mkdirSync(join(out, '.journal-1-2-3-4'), { recursive: true })
    writeFileSync(join(out, '.journal-1-2-3-4', journalFiles.lines), '{"beg')
    expect(recover(out, { force: true })).toMatchObject({ empty: [join(out, '.journal-1-2-3-4')] })
    expect(await readdir(out)).toEqual([])
  })

  test('leaves the journal of a process that runs', async () => {
    const out = newFolder()
    const { folder } = journalIn(out)
    const running = join(out, basename(folder).replace(/^\.journal-\d+/, `.journal-${process.ppid}`))
    renameSync(folder, running)
    expect(recover(out)).toMatchObject({ recorded: [], running: [{ pid: process.ppid, journal: running }] })
    expect(recover(out, { force: true }).recorded).toHaveLength(1)
  })

  test('tells a recording the recorder itself cut short', async () => {
    const out = newFolder()
    const { folder } = journalIn(out)
    appendFileSync(join(folder, journalFiles.lines), `${JSON.stringify({ failed: 'ENOSPC' })}\n`)
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
  const started = heard.find((event) => event.type === 'started')
  const onDisk = () => readFileSync(join(started?.journal ?? '', journalFiles.body), 'latin1')
  expect(onDisk()).toBe('data')
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
