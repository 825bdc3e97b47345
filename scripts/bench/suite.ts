/**
 * `npm run bench -- suite`: what the suite costs beside the converters it runs. Medians over rounds of one run (ROUNDS=n; usually 3).
 * Exit code 1 where a target is missed.
 */

import { printRows, roundsOr, tellMissed } from './measuring.ts'
import { overheadRows } from './suite/overhead.ts'
import { secondCoreRows } from './suite/second-core.ts'
import { sessionRows } from './suite/sessions.ts'
import { shippedRows } from './suite/shipped.ts'

const rounds = roundsOr(3)
const missed: string[] = []
for (const rowsOf of [shippedRows, secondCoreRows, overheadRows, sessionRows])
  missed.push(...printRows(await rowsOf(rounds)))
tellMissed(missed)
