/** The entry for those who watch captures of other processes: the command line. */

export type { CaptureEvent } from './capture-event.ts'
export { eventCounter, type EventCounter } from './event-counter.ts'
export { recordProgram, type ProgramOptions } from './record-program.ts'
export { lineOf } from './recorder.ts'
export { recover, type Recovered } from './recover.ts'
export { readFrom } from './report-tail.ts'
