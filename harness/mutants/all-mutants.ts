/** All mutants and all controls. Not here: the mutants themselves (mutants/), running them (run-mutants.ts). */

import { controls } from './controls.ts'
import type { Mutant } from './mutant.ts'
import { argumentMutants } from './mutants/arguments.ts'
import { callMutants } from './mutants/calls.ts'
import { declarationMutants } from './mutants/declarations.ts'
import { deliveryMutants } from './mutants/deliveries.ts'
import { endMutants } from './mutants/ends.ts'
import { wholeCallMutants } from './mutants/whole-calls.ts'
import { fragmentMutants } from './mutants/fragments.ts'
import { mixingMutants } from './mutants/mixing.ts'
import { errorMutants } from './mutants/errors.ts'
import { streamMutants } from './mutants/streams.ts'
import { finishMutants } from './mutants/finishes.ts'
import { proseMutants } from './mutants/prose.ts'
import { requestMutants } from './mutants/requests.ts'
import { runMutants } from './mutants/runs.ts'
import { structureMutants } from './mutants/structure.ts'
import { usageMutants } from './mutants/usage.ts'

export { controls }

export const mutants: readonly Mutant[] = [
  ...structureMutants,
  ...finishMutants,
  ...proseMutants,
  ...mixingMutants,
  ...callMutants,
  ...wholeCallMutants,
  ...fragmentMutants,
  ...argumentMutants,
  ...usageMutants,
  ...endMutants,
  ...errorMutants,
  ...deliveryMutants,
  ...runMutants,
  ...streamMutants,
  ...requestMutants,
  ...declarationMutants,
]
