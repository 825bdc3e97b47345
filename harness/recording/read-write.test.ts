import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { exampleRecording } from './example.ts'
import { findRecordings, readRecording } from './read.ts'
import { RecordingError } from './recording-error.ts'
import { writeRecording } from './write.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterAll(() => rm(directory, { recursive: true }))

let count = 0
async function written(changes = {}): Promise<string> {
  const folder = join(directory, `case-${count++}`)
  await writeRecording(folder, exampleRecording(changes))
  return folder
}

async function editJson(folder: string, edit: (value: ReturnType<typeof JSON.parse>) => void): Promise<void> {
  const file = join(folder, 'recording.json')
  const value: unknown = JSON.parse(await readFile(file, 'utf8'))
  edit(value)
  await writeFile(file, JSON.stringify(value))
}

async function faultOf(folder: string): Promise<RecordingError> {
  const error: unknown = await readRecording(folder).catch((thrown: unknown) => thrown)
  if (error instanceof RecordingError) return error
  throw new Error('expected a RecordingError')
}

describe('writeRecording', () => {
  test('what is written is read back', async () => {
    const folder = await written()
    const { path, name, ...read } = await readRecording(folder)
    const { name: _name, ...example } = exampleRecording()
    expect(read).toEqual(example)
    expect(path).toBe(folder)
    expect(name).toMatch(/^case-\d+$/)
  })

  test('names the body by what it is', async () => {
    const response = { status: 200, headers: {}, chunks: [[2, 0]] as [number, number][] }
    const names = async (body: Uint8Array, headers = {}) =>
      (
        await readdir(await written({ response: { ...response, headers, body, chunks: [[body.length, 0]] } }))
      ).sort()
    expect(await readdir(await written())).toContain('body.sse')
    expect(await names(Buffer.from('{"a":1}'))).toEqual(['body.json', 'recording.json', 'request.json'])
    expect(await names(Buffer.from('{"a":1}\n{"a":2}\n'))).toContain('body.ndjson')
    expect(await names(Buffer.from('<html>'), { 'content-type': 'text/html' })).toContain('body.txt')
    expect(await names(Buffer.from([0xff, 0xfe]))).toContain('body.bin')
    expect(await names(Buffer.from('x'), { 'content-type': 'application/vnd.amazon.eventstream' })).toContain(
      'body.eventstream',
    )
  })

  test('leaves what lies beside it, takes away its own stale body, and no temporary file', async () => {
    const folder = await written()
    await writeFile(join(folder, 'turn.json'), '{}')
    const body = Buffer.from('{}')
    const response = { status: 200, headers: {}, body, chunks: [[2, 0]] as [number, number][] }
    await writeRecording(folder, exampleRecording({ response }))
    expect((await readdir(folder)).sort()).toEqual([
      'body.json',
      'recording.json',
      'request.json',
      'turn.json',
    ])
    expect((await readdir(directory)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('refuses a recording whose chunk table does not add up, and writes nothing', async () => {
    const folder = join(directory, 'refused')
    const recording = exampleRecording()
    recording.response?.chunks.pop()
    await expect(writeRecording(folder, recording)).rejects.toThrow('`response.chunks`')
    expect(await readdir(directory)).not.toContain('refused')
  })

  test('keeps an exchange that never had an answer', async () => {
    const { response: _response, ...silent } = exampleRecording({
      end: { how: 'no-response', reason: 'ECONNREFUSED' },
    })
    const folder = join(directory, 'silent')
    await writeRecording(folder, silent)
    expect((await readRecording(folder)).response).toBeUndefined()
  })

  test.prop([fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(20))], { numRuns: 60 })(
    'keeps every byte and every read of any body',
    async (body, lengths) => {
      const chunks: [number, number][] = []
      for (let left = body.length, k = 0; left > 0; k++) {
        const length = Math.min(left, (lengths[k] ?? 300) || 1)
        chunks.push([length, k])
        left -= length
      }
      const folder = await written({ response: { status: 200, headers: {}, body, chunks } })
      expect((await readRecording(folder)).response).toEqual({ status: 200, headers: {}, body, chunks })
    },
  )
})

describe('readRecording names file, field, found and fix', () => {
  test('of a value of the wrong type, with its place in a list', async () => {
    const folder = await written()
    await editJson(folder, (value) => (value.response.chunks[1] = [22, 'soon']))
    const fault = await faultOf(folder)
    expect(fault.field).toBe('response.chunks[1][1]')
    expect(fault.message).toContain('"soon"')
    expect(fault.message).toContain(join(folder, 'recording.json'))
  })

  test('of an unknown field', async () => {
    const folder = await written()
    await editJson(folder, (value) => (value.response.colour = 'red'))
    const fault = await faultOf(folder)
    expect(fault.field).toBe('response.colour')
    expect(fault.fix).toContain('Remove')
  })

  test('of a missing field', async () => {
    const folder = await written()
    await editJson(folder, (value) => delete value.borders)
    const fault = await faultOf(folder)
    expect([fault.field, fault.reason]).toEqual(['borders', expect.stringContaining('is missing')])
  })

  test('of a retired and of a newer format', async () => {
    const folder = await written()
    await editJson(folder, (value) => (value.format = 'streamproof/recording@0'))
    expect((await faultOf(folder)).reason).toContain('retired')
    await editJson(folder, (value) => (value.format = 'streamproof/recording@99'))
    expect((await faultOf(folder)).fix).toContain('Update')
  })

  test('of a body that changed', async () => {
    const folder = await written()
    await writeFile(join(folder, 'body.sse'), 'data: 1\n\n')
    const fault = await faultOf(folder)
    expect(fault.file).toBe(join(folder, 'body.sse'))
    expect(fault.reason).toContain('digest')
  })

  test('of a body whose line ends git rewrote, with the line for .gitattributes', async () => {
    const folder = await written()
    const file = join(folder, 'body.sse')
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
    const fault = await faultOf(folder)
    expect(fault.reason).toContain('only by line ends')
    expect(fault.fix).toMatch(/`\*\*\/case-\d+\/\*\* -text` to \.gitattributes/)
  })

  test('of a body that is not there', async () => {
    const folder = await written()
    await rm(join(folder, 'request.json'))
    expect(await faultOf(folder)).toMatchObject({
      file: join(folder, 'request.json'),
      reason: 'does not exist',
    })
  })

  test('of a table that does not add up', async () => {
    const folder = await written()
    await editJson(folder, (value) => value.response.chunks.push([1, 0]))
    expect((await faultOf(folder)).field).toBe('response.chunks')
  })

  test('of a count of bytes that is not the file’s', async () => {
    const folder = await written()
    await editJson(folder, (value) => (value.request.body.bytes = 1))
    expect((await faultOf(folder)).field).toBe('request.body.bytes')
  })

  test('of text that is not JSON, and of a folder without a recording', async () => {
    const folder = await written()
    await writeFile(join(folder, 'recording.json'), '{')
    expect((await faultOf(folder)).reason).toContain('is not JSON')
    expect((await faultOf(directory)).reason).toBe('does not exist')
  })

  test('of an answer beside `no-response`', async () => {
    const folder = await written()
    await editJson(folder, (value) => (value.end = { how: 'no-response', reason: 'x' }))
    expect((await faultOf(folder)).field).toBe('response')
  })
})

test('findRecordings gives every folder of a tree once, in order', async () => {
  const root = join(directory, 'tree')
  for (const name of ['b/two', 'a/one', '.hidden/x'])
    await writeRecording(join(root, name), exampleRecording())
  expect(await findRecordings(root)).toEqual([join(root, 'a/one'), join(root, 'b/two')])
})
