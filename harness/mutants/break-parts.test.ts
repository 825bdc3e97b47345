import { describe, expect, it } from 'vitest'
import { defineDriver } from '../driver/define-driver.ts'
import { runDriver } from '../driver/run-driver.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import type { Part } from '../trace/part.ts'
import { onFinish, onParts, untilFinish, type Apply } from './break-parts.ts'
import { declaring, onPayloads, onReads } from './break-input.ts'
import { plainDrivers, plainEventDrivers } from './plain/plain-drivers.ts'

const delivered = asRecorded.apply(recordingOf(chatBody('Hel', 'lo')))

async function typesOf(apply: Apply, driver = plainDrivers['openai-chat']): Promise<string[]> {
  const { parts } = await runDriver(apply(driver), { wire: 'openai-chat', delivered })
  return parts.map((part) => (part.type === 'text-delta' ? part.text : part.type))
}

describe('onParts', () => {
  it('makes an editor for each stream', async () => {
    const apply = onParts(() => {
      let count = 0
      return (part) =>
        part.type === 'text-delta' ? [{ ...part, text: `${part.text}${(count += 1)}` }] : [part]
    })
    const driver = apply(plainDrivers['openai-chat'])
    for (const _ of [1, 2]) {
      const { parts } = await runDriver(driver, { wire: 'openai-chat', delivered })
      expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : []))).toEqual([
        'Hel1',
        'lo2',
      ])
    }
  })

  it('says what the editor has left when the stream is over', async () => {
    const last: Part = { type: 'usage', usage: {} }
    const apply = onParts(() => ({ part: (part) => [part], end: () => [last] }))
    expect((await typesOf(apply)).at(-1)).toBe('usage')
  })

  it('keeps the finish that the harness says for a driver that throws', async () => {
    const thrower = defineDriver<Part, undefined, 'bytes'>({
      name: 'thrower',
      version: '1',
      wires: ['openai-chat'],
      level: 'bytes',
      convert: () => {
        throw new Error('no')
      },
      project: (part) => [part],
    })
    const { parts } = await runDriver(onParts(() => (part) => [part])(thrower), {
      wire: 'openai-chat',
      delivered,
    })
    expect(parts).toMatchObject([{ type: 'finish', reason: 'error', failure: { message: 'no' } }])
  })
})

describe('untilFinish', () => {
  it('holds parts back and says them before the finish', async () => {
    const apply = untilFinish(
      ({ type }) => type === 'text-delta',
      (held, finish) => [...held, finish],
    )
    const types = await typesOf(apply)
    expect(types.slice(-3)).toEqual(['Hel', 'lo', 'finish'])
  })
})

describe('changes of what a converter is given', () => {
  it('change payloads without touching the recorded ones', async () => {
    const apply = onPayloads(() => (payload) => {
      delete payload['choices']
      return [payload]
    })
    expect(await typesOf(apply, plainEventDrivers['openai-chat'])).not.toContain('Hel')
    expect(await typesOf((driver) => driver, plainEventDrivers['openai-chat'])).toContain('Hel')
  })

  it('change the bytes of a body', async () => {
    const apply = onReads(() => (read) => Buffer.from(Buffer.from(read).toString().replace('Hel', 'Cel')))
    expect(await typesOf(apply)).toContain('Cel')
  })

  it('refuse a driver of another level, by its name', () => {
    expect(() => onPayloads(() => (payload) => [payload])(plainDrivers['openai-chat'])).toThrow(
      /`plain-openai-chat` is at level `http`; this mutant needs one at `events`/,
    )
  })

  it('declare something else for one driver alone', () => {
    const driver = plainDrivers['openai-chat']
    expect(declaring({ reasoning: false })(driver).capabilitiesFor('openai-chat').reasoning).toBe(false)
    expect(driver.capabilitiesFor('openai-chat').reasoning).toBe(true)
  })

  it('leave the unbroken driver as it was', async () => {
    const driver = plainDrivers['openai-chat']
    onFinish(() => [])(driver)
    expect(await typesOf((same) => same, driver)).toContain('finish')
  })
})
