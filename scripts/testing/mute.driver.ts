/** A driver that is broken: it never asks its converter. */

import { defineDriver } from '../../harness/index.ts'

export default defineDriver({
  name: 'mute',
  version: '1',
  wires: ['openai-chat'],
  level: 'events',
  convert: () => [],
  project: () => [],
})
