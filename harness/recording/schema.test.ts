import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordingJsonSchema } from './format.ts'

test('the published JSON Schema is the one the zod source gives', () => {
  const published: unknown = JSON.parse(
    readFileSync(new URL('recording.schema.json', import.meta.url), 'utf8'),
  )
  expect(
    published,
    'recording.schema.json is behind format.ts: run `npx tsx harness/recording/write-schema.ts`, then `npx oxfmt harness/recording`',
  ).toEqual(recordingJsonSchema())
})
