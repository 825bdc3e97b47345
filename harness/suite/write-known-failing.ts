/** Writes known-failing lines for what fails now. A person still has to say why: until then the file is refused. */

import { relative } from 'node:path'
import { caseId } from '../verdict/case-id.ts'
import { unsaid } from '../verdict/known-failing.ts'
import { isExcusable, type Result } from '../verdict/result.ts'
import type { Witness } from './witness.ts'

/**
 * The text of a file in `folder`. Results of stored cases get a line each; those of generated sessions one for each
 * witness, with the narrowest trigger that its session gives.
 */
export function knownFailingText(
  results: readonly Result[],
  witnesses: ReadonlyMap<string, Witness>,
  folder: string,
): string {
  const failed = results.filter((result) => isExcusable(result) && result.count === undefined)
  const lines = failed.map((result) => {
    const { witness } = result
    const found = witness && witnesses.get(witness.folder)
    if (!witness || !found) return [result.id, unsaid, unsaid].join(' | ')
    const { wire, driver, rule } = result
    const pattern = caseId({ wire, recording: '*', delivery: '*', driver, rule })
    const path = relative(folder, witness.folder) || '.'
    return [pattern, unsaid, unsaid, `trigger: ${triggerOf(found)}`, `witness: ${path}`].join(' | ')
  })
  return lines.map((line) => `${line}\n`).join('')
}

/** What is not plain about a session that was made as plain as it can be. */
function triggerOf({ session }: Witness): string {
  const { turn, choice, delivery } = session
  const kinds = [...new Set(turn.blocks.map(({ type }) => type))]
  const { finish } = turn
  const terms = [
    ...kinds.map((kind) => `block=${kind}`),
    ...choice.spellings.map((id) => `spelling=${id}`),
    ...(finish?.failure ? [`failure=${finish.failure.code}`] : []),
    ...(finish?.raw === undefined ? [] : [`finish=${finish.raw}`]),
    ...(delivery === 'as-recorded' ? [] : [`delivery=${delivery.replace(/-\d+$/, '-*')}`]),
  ]
  return terms.join(' & ') || 'spelling=none'
}
