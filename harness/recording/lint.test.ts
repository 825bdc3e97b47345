import { execFileSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exampleRecording } from './example.ts'
import { lintRecordings } from './lint.ts'
import type { LintFinding } from './lint/finding.ts'
import { redactRecording } from './redact/redactor.ts'
import { writeRecording } from './write.ts'

const key = `sk-ant-api03-${'aB3_'.repeat(20)}AA`
let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lint-'))
})
afterEach(() => rm(root, { recursive: true }))

async function lint(path = root): Promise<LintFinding[]> {
  const findings: LintFinding[] = []
  for await (const finding of lintRecordings(path)) findings.push(finding)
  expect(JSON.stringify(findings)).not.toContain(key.slice(0, 20))
  return findings
}

/** File, field and rule of each finding. */
async function short(): Promise<string[]> {
  return (await lint()).map(({ file, field, rule }) => `${relative(root, file)} ${field ?? '-'} ${rule}`)
}

function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

const folder = () => join(root, 'one')

async function edit(change: (value: Record<string, unknown>) => void): Promise<void> {
  const file = join(folder(), 'recording.json')
  const value = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  change(value)
  await writeFile(file, JSON.stringify(value))
}

describe('a recording without faults', () => {
  test('has no findings, redacted ones and their companions too', async () => {
    await writeRecording(folder(), exampleRecording())
    await writeRecording(
      join(root, 'two'),
      redactRecording(
        exampleRecording({
          request: { method: 'POST', url: `https://x.example/?key=${key}`, headers: { cookie: `a=${key}` } },
        }),
      ),
    )
    await writeFile(join(folder(), 'turn.json'), '{"blocks":[]}')
    await writeFile(join(root, 'README.md'), 'Recordings.')
    expect(await lint()).toEqual([])
  })
})

describe('faults of the format', () => {
  test('are all told, not only the first', async () => {
    await writeRecording(folder(), exampleRecording())
    await edit((value) => {
      value['colour'] = 'red'
      Object.assign(value['request'] as object, { verb: 'x', method: 7 })
    })
    expect((await short()).sort()).toEqual([
      'one/recording.json colour unknown-field',
      'one/recording.json request.method schema',
      'one/recording.json request.verb unknown-field',
    ])
  })

  test.for<[string, string]>([
    ['streamproof/recording@0', 'retired-format'],
    ['streamproof/recording@99', 'newer-format'],
    ['other/thing', 'schema'],
  ])('%s is %s', async ([format, rule]) => {
    await writeRecording(folder(), exampleRecording())
    await edit((value) => {
      value['format'] = format
    })
    expect(await short()).toContain(`one/recording.json format ${rule}`)
  })

  test('a file that is not JSON', async () => {
    await mkdir(folder())
    await writeFile(join(folder(), 'recording.json'), `{"format": "${key}`)
    expect(await short()).toEqual([
      'one/recording.json - not-json',
      'one/recording.json - secret/anthropic-key',
    ])
  })

  test('a chunk table that does not add up, beside a broken digest', async () => {
    await writeRecording(folder(), exampleRecording())
    await edit((value) => {
      Object.assign(value['response'] as object, { chunks: [[1, 0]] })
    })
    await appendFile(join(folder(), 'body.sse'), '\n')
    expect(await short()).toEqual([
      'one/recording.json response.chunks chunk-sum',
      'one/body.sse response.body digest',
    ])
  })

  test('bodies that are missing, or that git rewrote', async () => {
    await writeRecording(folder(), exampleRecording())
    const body = join(folder(), 'body.sse')
    await writeFile(body, (await readFile(body, 'utf8')).replaceAll('\n', '\r\n'))
    await rm(join(folder(), 'request.json'))
    const findings = await lint()
    expect(findings.map(({ rule }) => rule)).toEqual(['missing-body', 'line-ends'])
    expect(findings[1]?.fix).toContain('.gitattributes')
  })

  test('a turn.json that is not JSON', async () => {
    await writeRecording(folder(), exampleRecording())
    await writeFile(join(folder(), 'turn.json'), '{')
    expect(await short()).toEqual(['one/turn.json - not-json'])
  })

  test('pipes and folders where files should be, without waiting for them', async () => {
    await writeRecording(folder(), exampleRecording())
    await rm(join(folder(), 'body.sse'))
    makePipe(join(folder(), 'body.sse'))
    await mkdir(join(root, 'two', 'recording.json'), { recursive: true })
    makePipe(join(root, 'three.sse'))
    await symlink(root, join(root, 'link-back'))
    const told = (await lint()).map(({ file, rule, message }) => `${relative(root, file)} ${rule} ${message}`)
    expect(told).toEqual([
      'one/body.sse missing-body is a named pipe, no regular file',
      'three.sse unreadable is a named pipe, no regular file',
      'two/recording.json unreadable is a folder, no regular file',
    ])
  })

  test('a journal that nobody completed, and a path that is not there', async () => {
    await writeFile(join(root, '.journal-1-2'), `data: ${key}\n\n`)
    expect(await short()).toEqual([
      '.journal-1-2 - unfinished',
      '.journal-1-2 response.body secret/anthropic-key',
    ])
    expect((await lint())[0]?.fix).toContain(`\`streamproof recover ${root}\``)
    expect(await lint(join(root, 'no'))).toMatchObject([{ rule: 'unreadable' }])
  })
})

describe('secrets', () => {
  test('are told where they stand, once a kind, without their value', async () => {
    const stream = Array.from(
      key,
      (char) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: char } }] })}\n\n`,
    )
    const body = new TextEncoder().encode(stream.join(''))
    await writeRecording(
      folder(),
      exampleRecording({
        request: {
          method: 'POST',
          url: 'https://x.example/?key=abc',
          headers: { authorization: 'Bearer q9w8e7r6t5y4', 'x-foo': 'bar' },
          body: new TextEncoder().encode(JSON.stringify({ a: key, b: key })),
        },
        response: {
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          body,
          chunks: [[body.length, 0]],
        },
      }),
    )
    expect(await short()).toEqual([
      'one/recording.json request.url secret/request-credential',
      'one/recording.json request.headers.authorization secret/header',
      'one/request.json request.body secret/anthropic-key',
      'one/body.sse response.body secret/anthropic-key',
    ])
  })

  test('in the files beside a recording and in files of other tools', async () => {
    await writeRecording(folder(), exampleRecording())
    await writeFile(join(folder(), 'turn.json'), JSON.stringify({ text: `a ${key}` }))
    await writeFile(join(root, 'notes.md'), `key ${key}`)
    await writeFile(
      join(root, 'old.har'),
      JSON.stringify({
        log: {
          entries: [
            {
              request: {
                method: 'GET',
                url: 'https://x.example/',
                headers: [{ name: 'Cookie', value: 'sid=0123456789' }],
              },
              response: { status: 200, headers: [], content: { text: '{}' } },
            },
          ],
        },
      }),
    )
    expect(await short()).toEqual([
      'notes.md - secret/anthropic-key',
      'old.har request.headers.cookie secret/header',
      'one/turn.json - secret/anthropic-key',
    ])
  })

  test('that another tool took out are none', async () => {
    await writeRecording(
      folder(),
      exampleRecording({
        request: {
          method: 'GET',
          url: 'https://x.example/',
          headers: {
            authorization: 'Bearer REDACTED',
            cookie: 'sid=REDACTEDREDA',
            'x-api-key': '**REDACTED**',
          },
        },
      }),
    )
    await cp(folder(), join(root, 'copy'), { recursive: true })
    expect(await lint()).toEqual([])
  })
})
