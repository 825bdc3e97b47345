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
