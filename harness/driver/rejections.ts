/** Watches for promises that are rejected in the background while a converter runs. */

export type RejectionWatch = { seen(): string[]; stop(): void }

/** Starts to watch. While it runs, a background rejection does not end the process. */
export function watchRejections(): RejectionWatch {
  const reasons: string[] = []
  const note = (reason: unknown) => {
    reasons.push(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason))
  }
  process.on('unhandledRejection', note)
  return {
    seen: () => [...reasons],
    stop: () => {
      process.off('unhandledRejection', note)
    },
  }
}
