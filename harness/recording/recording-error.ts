/** The one error of this folder: which file, which field, what was found, what to do. Not here: finding the faults (parse-file.ts, read.ts, write.ts). */

export type RecordingFault = {
  /** The file at fault, as the caller can open it. */
  file: string
  /** Path into recording.json, e.g. `response.chunks[3]`; absent where the whole file is at fault. */
  field?: string
  /** What is wrong with it, with what was found. */
  reason: string
  /** What the reader of the message can do. */
  fix: string
}

/** A recording of our own format that cannot be read or written. */
export class RecordingError extends Error {
  readonly file: string
  readonly field?: string
  readonly reason: string
  readonly fix: string

  constructor(fault: RecordingFault) {
    const subject =
      fault.field === undefined ? `\`${fault.file}\`` : `\`${fault.field}\` in \`${fault.file}\``
    super(`${subject} ${fault.reason}. ${fault.fix}.`)
    this.name = 'RecordingError'
    this.file = fault.file
    if (fault.field !== undefined) this.field = fault.field
    this.reason = fault.reason
    this.fix = fault.fix
  }
}

/** `["response", "chunks", 3]` as `response.chunks[3]`; names that need it are quoted. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    const name = String(key)
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${text}[${JSON.stringify(name)}]`
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** A value as it may stand in a message: JSON, at most 80 characters. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}
