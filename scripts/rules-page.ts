/** docs/rules.md, written from the rules themselves. */

import { ruleTexts } from '../harness/index.ts'

export function rulesPage(): string {
  const rows = ruleTexts.map(
    ({ id, severity, law, needs, source }) =>
      `| \`${id}\` | ${severity} | ${law} | ${needs} | [source](${source}) |`,
  )
  return [
    '# Rules',
    '',
    'Written by `npm run -s streamproof -- rules --write` from the rules themselves; a test keeps it true.',
    'A case that lacks what a rule needs is *not applicable* to it: counted, named, never a pass.',
    '',
    '| rule | severity | law | needs | source |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
