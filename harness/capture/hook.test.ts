import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookedEnvironment } from './hook-settings.ts'

const registerUrl = new URL('./register.mjs', import.meta.url).href

/** Says at the end which modules were loaded after it. */
const spy = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  process.on('exit', () => console.log(JSON.stringify(urls)))
`)}`

test('a recorded program does not wait for what only folding and importing need', () => {
  const out = join(tmpdir(), 'nothing-is-recorded')
  const settings = { out, hosts: [], report: `${out}.report`, key: '' }
  const environment = { ...process.env, NODE_OPTIONS: `--import=${spy}` }
  const { stdout } = spawnSync(process.execPath, ['-e', ''], {
    env: hookedEnvironment(environment, settings, registerUrl),
    encoding: 'utf8',
  })
  const urls = JSON.parse(stdout) as string[]
  expect(urls.filter((url) => url.endsWith('/capture/hook.ts'))).toHaveLength(1)
  const packages = urls.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1])
  expect(packages).toContain('@mswjs/interceptors')
  for (const heavy of ['zod', 'yaml', 'msw', 'fast-check', '@secretlint/secretlint-rule-preset-recommend'])
    expect(packages).not.toContain(heavy)
})
