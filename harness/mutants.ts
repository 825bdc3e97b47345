/** The entry of `streamproof mutants`: the plain converters, the mutants made from them, and the kill matrix. */

export { controls, mutants } from './mutants/all-mutants.ts'
export { killMatrix, matrixPage, renderMatrix, type KillMatrix } from './mutants/kill-matrix.ts'
export type { Control, Mutant, Origin } from './mutants/mutant.ts'
export { plainByteDrivers, plainDrivers, plainEventDrivers } from './mutants/plain/plain-drivers.ts'
export { runMutants, type Origins } from './mutants/run-mutants.ts'
