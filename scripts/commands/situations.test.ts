import { describe, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

describe('streamproof situations', () => {
  test('lists id, status, title and source, and counts them', async () => {
    const { code, stdout } = await runCli(['situations', '--wire', 'mistral'])
    expect(stdout).toMatch(/^mistral\/text-in-typed-parts +legal +`content` is a list of text parts +https:/m)
    expect(stdout).not.toContain('openai-chat/')
    expect(stdout.trimEnd()).toMatch(/\d+ situations: \d+ legal, \d+ dialect$/)
    expect(code).toBe(0)
  })

  test('gives JSON with what any correct converter must say', async () => {
    const { stdout } = await runCli(['situations', '--json'])
    const listed = JSON.parse(stdout) as Record<string, string>[]
    expect(listed.length).toBeGreaterThanOrEqual(200)
    expect(listed.find(({ id }) => id === 'openai-chat/call-name-late')).toMatchObject({
      status: 'legal',
      must: expect.stringContaining('all of its arguments') as string,
      source: 'https://github.com/vercel/ai/issues/14760',
    })
  })

  test('a wire there is not is named, exit 2', async () => {
    const { code, stderr } = await runCli(['situations', '--wire', 'smoke'])
    expect(stderr).toContain('there is no wire `smoke`. Use one of: openai-chat')
    expect(code).toBe(2)
  })
})

describe('streamproof run over a situation', () => {
  const textOnly = 'scripts/testing/text-only.driver.ts'

  test('plays few deliveries, or all of them', async () => {
    const cases = ['--case', 'openai-chat/text-then-usage-chunk/*']
    const count = async (...more: string[]) => {
      const { code, stdout } = await runCli(['run', textOnly, ...cases, ...more])
      expect(code).toBe(0)
      return Number(/(\d+) cases/.exec(stdout)?.[1])
    }
    const few = await count()
    expect(few).toBeGreaterThan(1)
    expect(await count('--all-deliveries')).toBeGreaterThan(few)
  })

  test('plays any delivery that is asked for by its name', async () => {
    const { code, stdout } = await runCli([
      'run',
      textOnly,
      '--case',
      'openai-chat/text-then-usage-chunk/reset-after-1',
    ])
    expect(stdout).toContain('1 cases')
    expect(code).toBe(0)
  })
})
