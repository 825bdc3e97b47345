/** Tells results of stored cases from those of sessions that were drawn, and of the witnesses kept of them. */

type Named = { recording: string; driver: string }

/** Of a session as it was drawn: its name says so. */
export function isDrawn({ recording }: Named): boolean {
  return /^generated-\d/.test(recording)
}

/** Of a witness of one of these drivers: its name begins with the driver's and ends with a digest. */
export function isOfWitness({ recording }: Named, drivers: readonly string[]): boolean {
  return /-[0-9a-f]{8}$/.test(recording) && drivers.some((driver) => recording.startsWith(`${driver}-`))
}
