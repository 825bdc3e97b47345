import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recover-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a folder that is not there is named, with what to name instead', async () => {
  const path = join(folder, 'nosuch')
  const { code, stderr } = await runCli(['recover', path])
  expect(code).toBe(2)
  expect(stderr).toContain(`\`${path}\` cannot be recovered: there is no such folder. Name the folder that`)
})

test('so is a file', async () => {
  const path = join(folder, 'file')
  await writeFile(path, '')
  const { code, stderr } = await runCli(['recover', path])
  expect(code).toBe(2)
  expect(stderr).toContain(
    `\`${path}\` cannot be recovered: it is a file, not a folder. Name the folder that`,
  )
})

test('a folder where nothing is left is left as it is', async () => {
  expect(await runCli(['recover', folder])).toMatchObject({ code: 0, stdout: 'nothing to recover\n' })
})
