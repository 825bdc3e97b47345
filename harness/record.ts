/** The public entry for recording: capture, the recorder for tests, redaction, lint, export, and the local upstream. Not here: playing and judging (index.ts). */

export { CaptureSource } from './capture/capture-source.ts'
export {
  createRecorder,
  startTap,
  type CaptureEvent,
  type Recorder,
  type RecorderOptions,
} from './capture/capture.ts'
export type { Mode } from './capture/modes/mode.ts'
export type { Volatile } from './capture/modes/normalise.ts'
export { RecordingMiss } from './capture/modes/recording-miss.ts'
export {
  ConsumptionError,
  recorder,
  type TestRecorder,
  type TestRecorderOptions,
} from './capture/modes/test-recorder.ts'
export { recordingFetch, type RecordingFetchOptions } from './capture/recording-fetch.ts'
export { recover, type Recovered, type RecoverOptions } from './capture/recover.ts'
export { toBodyFiles } from './recording/export/bodies.ts'
export { toHar } from './recording/export/har.ts'
export { toMswModule } from './recording/export/msw.ts'
export { lintRecordings } from './recording/lint.ts'
export type { LintFinding } from './recording/lint/finding.ts'
export { createRedactor } from './recording/redact/redactor.ts'
export { redactRecording, type RedactionOptions } from './recording/redact/redactor.ts'
export type { Answer } from './upstream/answer.ts'
export type { Asked } from './upstream/asked.ts'
export { startUpstream, type Upstream, type UpstreamOptions } from './upstream/upstream.ts'
