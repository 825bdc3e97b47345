/** The recorders that are compared, ours and the peers: how each gets between a client and its upstream. The peers are installed apart: npm ci --prefix scripts/bench */

export const recorders = ['none', 'fetch', 'layer', 'tap', 'polly', 'nock', 'aimock'] as const
export type RecorderName = (typeof recorders)[number]

export const labels: Readonly<Record<RecorderName, string>> = {
  none: 'no recording',
  fetch: 'recordingFetch',
  layer: "msw's sockets alone",
  tap: 'streamproof record',
  polly: '@pollyjs/core',
  nock: 'nock recorder',
  aimock: '@copilotkit/aimock',
}

export type Ready = { fetch: typeof fetch; origin: string }

/** Prepares the recorder in this process; what taps the sockets came in by `--import` already. Recordings go to `out`. */
export async function prepare(name: RecorderName, origin: string, out: string): Promise<Ready> {
  return { fetch: globalThis.fetch, origin, ...(await preparations[name](origin, out)) }
}

const preparations: Record<RecorderName, (origin: string, out: string) => Promise<Partial<Ready>>> = {
  none: async () => ({}),
  layer: async () => ({}),
  tap: async () => ({}),
  // Loaded here, so that the others are measured without it; as built, since that is what people run.
  async fetch(_origin, out) {
    const { recordingFetch } = await peer(new URL('../../dist/harness/record.js', import.meta.url).href)
    return { fetch: (recordingFetch as (options: object) => typeof fetch)({ out }) }
  },
  async polly(_origin, out) {
    const { Polly } = await peer('@pollyjs/core')
    const adapter = await peer('@pollyjs/adapter-fetch')
    const persister = await peer('@pollyjs/persister-fs')
    const PollyClass = Polly as new (name: string, options: object) => unknown
    void new PollyClass('bench', {
      mode: 'record',
      adapters: [adapter['default'] ?? adapter],
      persister: persister['default'] ?? persister,
      persisterOptions: { fs: { recordingsDir: out } },
      logLevel: 'silent',
    })
    return { fetch: globalThis.fetch }
  },
  async nock() {
    const nock = await peer('nock')
    const { recorder } = (nock['default'] ?? nock) as { recorder: { rec(options: object): void } }
    recorder.rec({ dont_print: true, output_objects: true })
    return { fetch: globalThis.fetch }
  },
  // A proxy: it runs beside the client, in a process of its own (aimock-proxy.ts).
  aimock: async () => ({}),
}

/** A module that need not be installed. */
export async function peer(name: string): Promise<Record<string, unknown>> {
  return (await import(name)) as Record<string, unknown>
}
