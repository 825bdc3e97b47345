import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRecording } from './example.ts'
import { loadRecordings, type LoadedSource } from './sources.ts'
import { writeRecording } from './write.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sources-'))
})
afterAll(() => rm(root, { recursive: true }))

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function load(path: string): Promise<LoadedSource[]> {
  const loaded: LoadedSource[] = []
  for await (const source of loadRecordings(join(root, path))) loaded.push(source)
  return loaded
}

const sse = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'

test('gives our own and foreign recordings of a folder in a stable order, and goes on after a refusal', async () => {
  await writeRecording(join(root, 'mixed/b-own'), exampleRecording())
  await put('mixed/a.sse', sse)
  await put('mixed/c.txt', 'a note nobody can play')
  await put('mixed/d.sse', sse)
  await put('mixed/README.md', '# about')
  const loaded = await load('mixed')
  expect(loaded.map((one) => ('recording' in one ? one.recording.name : one.refused.reason))).toEqual([
    'a',
    'b-own',
    'no importer recognises it',
    'd',
  ])
})

test('marks a broken recording of our own format, not a foreign file', async () => {
  await writeRecording(join(root, 'broken/own'), exampleRecording())
  await put('broken/own/body.sse', 'data: changed\n\n')
  await put('broken/other.txt', 'nothing')
  const refused = (await load('broken')).map((one) => ('refused' in one ? one.refused : undefined))
  expect(refused[0]?.broken).toBeUndefined()
  expect(refused[1]).toMatchObject({
    broken: true,
    field: 'response.body',
    file: join(root, 'broken/own/body.sse'),
  })
})

test('takes a single file, and names a path that does not exist', async () => {
  await put('single/x.sse', sse)
  expect(await load('single/x.sse')).toMatchObject([
    { recording: { name: 'x', provenance: { kind: 'imported', format: 'raw-sse', source: 'x.sse' } } },
  ])
  expect(await load('nowhere')).toMatchObject([{ refused: { broken: true } }])
})

test('a file that was named and holds no recording is broken, one that lies in a folder is not', async () => {
  await put('named/note.txt', 'a note nobody can play')
  await put('named/empty.json', '')
  const refused = async (path: string) =>
    (await load(path)).map((one) => ('refused' in one ? [one.refused.reason, one.refused.broken] : []))
  expect(await refused('named')).toEqual([
    ['is empty', undefined],
    ['no importer recognises it', undefined],
  ])
  const fix = 'Name a folder or a file of recordings'
  expect(await refused('named/note.txt')).toEqual([[`no importer recognises it. ${fix}`, true]])
  expect(await refused('named/empty.json')).toEqual([[`is empty. ${fix}`, true]])
})

test('a pipe is refused by name and never waited for, as a file of its own or of a recording', async () => {
  await writeRecording(join(root, 'pipes/own'), exampleRecording())
  await rm(join(root, 'pipes/own/body.sse'))
  for (const path of ['pipes/own/body.sse', 'pipes/other.sse']) execFileSync('mkfifo', [join(root, path)])
  const refused = (await load('pipes')).map((one) => ('refused' in one ? one.refused : undefined))
  const reason = 'is a named pipe, no regular file'
  expect(refused).toMatchObject([
    { file: join(root, 'pipes/other.sse'), reason },
    { file: join(root, 'pipes/own/body.sse'), reason: expect.stringContaining(reason), broken: true },
  ])
  expect(await load('pipes/other.sse')).toMatchObject([{ refused: { broken: true } }])
  for await (const loaded of loadRecordings('/dev/zero')) {
    expect(loaded).toMatchObject({ refused: { file: '/dev/zero', broken: true } })
  }
})

test('gives two files of one name two names', async () => {
  await put('twins/one/stream.sse', sse)
  await put('twins/two/stream.sse', sse)
  const names = (await load('twins')).map((one) => ('recording' in one ? one.recording.name : ''))
  expect(names).toEqual(['one-stream-sse', 'two-stream-sse'])
})

test('does not take what lies inside a recording for another one', async () => {
  await writeRecording(join(root, 'inside/own'), exampleRecording())
  await put('inside/own/golden/driver.ndjson', '{"type":"finish"}\n')
  expect(await load('inside')).toHaveLength(1)
})
