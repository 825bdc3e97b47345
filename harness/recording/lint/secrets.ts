/** Secrets in what is stored, as findings. Redaction finds them; here they are only told. */

import { byteText } from '../redact/byte-text.ts'
import { headerCredentials } from '../redact/credentials.ts'
import { createBodyRedactor } from '../redact/body-redactor.ts'
import { createFinder } from '../redact/finder.ts'
import { isPlaceholder } from '../redact/placeholder.ts'
import { redactRecording } from '../redact/redactor.ts'
import { secretlintSpans } from '../redact/secretlint.ts'
import type { Recording } from '../format.ts'
import type { LintFinding } from './finding.ts'

const fix = 'Revoke it, since it may have been seen; then record again, or store `redactRecording(recording)`'

/** Secrets in a recording. `fileOf` names the file in which a field is stored. */
export function secretsIn(recording: Recording, fileOf: (field: string) => string): LintFinding[] {
  const before = recording.redactions
  return redactRecording(recording).redactions.flatMap(({ rule, place, count }) => {
    const known = before.find((redaction) => redaction.rule === rule && redaction.place === place)?.count ?? 0
    if (count === known) return []
    if (rule === 'header-dropped') return headerFinding(recording, place, fileOf)
    return [secretFinding(fileOf(place), place, rule, count - known)]
  })
}

/** Most dropped headers are only of no use; these let somebody in. */
function headerFinding(
  recording: Recording,
  place: string,
  fileOf: (field: string) => string,
): LintFinding[] {
  const [side, , ...rest] = place.split('.')
  const name = rest.join('.')
  const value = (side === 'request' ? recording.request : recording.response)?.headers[name] ?? ''
  if (headerCredentials(name, value).every(isStandIn)) return []
  return [secretFinding(fileOf(place), place, 'header', 1)]
}

/** What other tools, too, write for a value they took out. */
function isStandIn(value: string): boolean {
  return isPlaceholder(value) || /redacted|filtered|removed|^x*$|^\*+$|^[<[{*].*[>\]}*]$/i.test(value)
}

/** Secrets in a file that is no recording: a turn.json, a golden, another tool's format. */
export function secretsInFile(file: string, bytes: Uint8Array): LintFinding[] {
  const counts = new Map<string, number>()
  const add = (rule: string) => counts.set(rule, (counts.get(rule) ?? 0) + 1)
  const redactor = createBodyRedactor({ finder: createFinder([]), side: 'request', onSecret: add })
  const rest = [redactor.feed(bytes), redactor.end()].map(byteText).join('')
  for (const { rule } of secretlintSpans(rest)) add(rule)
  return Array.from(counts, ([rule, count]) => secretFinding(file, undefined, rule, count))
}

function secretFinding(file: string, field: string | undefined, rule: string, count: number): LintFinding {
  return {
    file,
    ...(field !== undefined && { field }),
    rule: `secret/${rule}`,
    message: `holds what looks like a secret of the kind ${rule}${count > 1 ? `, ${count} times` : ''}`,
    fix,
  }
}
