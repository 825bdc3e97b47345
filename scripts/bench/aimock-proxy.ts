/** aimock in its record mode, before the upstream given as argument. Prints its port. */

import { peer } from './recorders.ts'

type Mock = { enableRecording(config: object): Mock; start(): Promise<unknown>; url: string }

const [, , origin, out] = process.argv
const { LLMock } = await peer('@copilotkit/aimock')
const Class = LLMock as new (options: object) => Mock
const mock = new Class({ port: 0, logLevel: 'silent' })
mock.enableRecording({ providers: { openai: origin }, fixturePath: out })
await mock.start()
console.log(new URL(mock.url).port)
