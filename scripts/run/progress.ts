/** Live progress of a run on a terminal: cases done, rate, time left. Elsewhere nothing, so that logs stay short. */

export type Progress = {
  /** So many more are done, with so many results that should not be. */
  onCases(done: { cases: number; unexpected: number }): void
  stop(): void
}

/** Drawing more often than this costs more than it shows. */
const redrawMs = 100

/** Progress on `stream` where it is a terminal; `total` is the number of cases. */
export async function progressOn(stream: NodeJS.WriteStream, total: number): Promise<Progress> {
  if (!stream.isTTY || process.env['CI']) return { onCases: () => {}, stop: () => {} }
  const { createLogUpdate } = await import('log-update')
  const draw = createLogUpdate(stream)
  const started = performance.now()
  let [done, unexpected, drawn] = [0, 0, 0]
  return {
    onCases(more) {
      done += more.cases
      unexpected += more.unexpected
      const now = performance.now()
      if (now - drawn < redrawMs) return
      drawn = now
      draw(progressText({ done, total, unexpected, elapsedMs: now - started }))
    },
    stop: () => draw.clear(),
  }
}

type Counts = { done: number; total: number; unexpected: number; elapsedMs: number }

export function progressText({ done, total, unexpected, elapsedMs }: Counts): string {
  const perSecond = elapsedMs > 0 ? (done * 1_000) / elapsedMs : 0
  const left = perSecond > 0 ? `, ${Math.ceil((total - done) / perSecond)} s left` : ''
  const findings = unexpected > 0 ? `, ${unexpected} results unexpected` : ''
  return `${done} of ${total} cases, ${Math.round(perSecond)}/s${left}${findings}`
}
