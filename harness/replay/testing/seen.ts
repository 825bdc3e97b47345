/** What a client sees of a delivery, for tests. */

export const url = 'http://replay.invalid/v1/chat/completions'

export type Seen = { status: number; reads: string[]; error?: string; cause?: unknown }

/** What a client sees of a delivery through a fetch. */
export async function seen(fetcher: typeof fetch, target = url): Promise<Seen> {
  const response = await fetcher(target, { method: 'POST', body: '{}' })
  const reads: string[] = []
  try {
    for await (const read of response.body ?? []) reads.push(Buffer.from(read).toString('latin1'))
  } catch (error) {
    const { name, message, cause } = error as Error
    return {
      status: response.status,
      reads,
      error: `${name}: ${message}`,
      cause: (cause as { code?: string }).code,
    }
  }
  return { status: response.status, reads }
}
