/** What lint finds: one fault, with its place and its mend. */

export type LintFinding = {
  /** The file, as the caller can open it; `file#k` for one exchange of several. */
  file: string
  /** Path into the recording, e.g. `response.chunks`; absent where the whole file is meant. */
  field?: string
  /** `secret/<kind>`, or one of the others: digest, line-ends, body-size, missing-body, chunk-sum, end, schema, unknown-field, retired-format, newer-format, not-json, unfinished, unreadable. */
  rule: string
  /** What was found, never the value of a secret. */
  message: string
  fix: string
}
