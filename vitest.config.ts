/** How the tests run: every *.test.ts beside the code it proves. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['harness/**/*.test.ts', 'converters/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Against hangs alone: a test that starts processes takes its time on a busy machine.
    testTimeout: 120_000,
  },
})
