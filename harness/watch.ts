/** The public entry for recording whole programs, lean because it is loaded before they run: what the commands `record` and `recover` need. Not here: recording in one's own process (record.ts). */

export type { CaptureEvent } from './capture/capture-event.ts'
export { eventCounter, type EventCounter } from './capture/event-counter.ts'
export { hookedEnvironment, type HookSettings } from './capture/hook-settings.ts'
export { whyNotInto } from './capture/out-folder.ts'
export { recordProgram, registerUrl, type ProgramOptions } from './capture/record-program.ts'
export { lineOf } from './capture/recorder.ts'
export { recover, type Recovered } from './capture/recover.ts'
export { readFrom } from './capture/report-tail.ts'
