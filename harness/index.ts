/** The public entry: what drivers, the suite's scripts and users of the library import. Not here: recording (record.ts), whose parts are heavy. */

export { ruleTexts } from './checks/checks.ts'
export { defineDriver, DriverError } from './driver/define-driver.ts'
export type {
  Capabilities,
  ConvertContext,
  Driver,
  DriverOptions,
  Impossible,
  NeutralRequest,
  RequestBlock,
  StreamEnd,
} from './driver/driver.ts'
export { brief, readable, stackOf } from './driver/thrown.ts'
export { mustDeclare } from './driver/declaration.ts'
export { linesSaying, placeIn, placeText } from './driver/place.ts'
export {
  onLateFailure,
  ownerAtWork,
  tellLate,
  tellLateOf,
  type LateFailure,
  type Owner,
} from './driver/background.ts'
export { defaultLimits, fetchTransport, runDriver, serverTransport } from './driver/run-driver.ts'
export type { Recording } from './recording/format.ts'
export { readRecording } from './recording/read.ts'
export { loadRecordings } from './recording/sources.ts'
export { isMissing, readNamedText, whyUnreadable } from './recording/regular-file.ts'
export { RecordingError } from './recording/recording-error.ts'
export { findJournals, unfinishedText, whereToRecover } from './recording/unfinished.ts'
export { writeRecording } from './recording/write.ts'
export { resultDocument, type ResultDocument } from './report/json.ts'
export { readResultDocument, ResultDocumentError } from './report/read-document.ts'
export { mergeRuns } from './report/merge-runs.ts'
export type { RefusedFile, RunReport } from './report/run-report.ts'
export { sourceCountsText } from './report/source-counts.ts'
export { renderRun } from './report/terminal.ts'
export { diedOutcome } from './suite/untraced.ts'
export { drawnNumber } from './suite/generated/session.ts'
export type { CaseOutcome } from './suite/case-outcome.ts'
export { GroupRun } from './suite/run-group.ts'
export { isBrief, loadSources, shippedRecordings, type Extent } from './suite/sources.ts'
export { SmokeError, smokeRun } from './suite/smoke.ts'
export { brokenDriverText } from './suite/smoke-words.ts'
export { countSources } from './suite/count-sources.ts'
export { runSuite, type Execute, type SuiteInput, type SuiteRun } from './suite/run-suite.ts'
export type { DrawExecute, GeneratedOptions } from './suite/generated/run-generated.ts'
export {
  runBlock,
  type BlockOutcome,
  type BlockSettings,
  type SessionBlock,
} from './suite/generated/block.ts'
export { foundAsDrawn, shrinkFound, type DrawnFrom, type FoundFailure } from './suite/generated/found.ts'
export { drawSessions, recordingOfTurn, type Session } from './suite/generated/session.ts'
export { TriggerLines } from './suite/trigger-lines.ts'
export { knownFailingText, type StoredWitness } from './suite/write-known-failing.ts'
export { loadWitnesses, saveWitness, type LoadedWitnesses, type Witness } from './suite/witness.ts'
export { errorRecordings, errorSource, type ErrorRecording } from './suite/error-situations/recordings.ts'
export { connectionErrors, httpErrors, streamErrors } from './suite/error-situations/error-situations.ts'
export { requestSource } from './suite/requests/cases.ts'
export { allSituations, situationSource, type WireSituation } from './suite/situations.ts'
export { briefSource } from './suite/brief-deliveries.ts'
export { planCases, type CaseGroup, type PlannedCase, type Selection, type Source } from './suite/plan.ts'
export { tell, type Told } from './suite/truth.ts'
export { readTurnFile, writeTurnFile } from './recording/turn-file.ts'
export type { Part, PartBlock } from './trace/part.ts'
export type { Failure, FailureCode } from './turn/failure.ts'
export type { SpellingRange } from './turn/arbitrary.ts'
export type { RequestFeature } from './turn/request.ts'
export type { FinishReason, Turn, TurnBlock, Usage } from './turn/turn.ts'
export { caseId, parsePattern, PatternError, type CaseName } from './verdict/case-id.ts'
export { exitCodeOf, exitCodes, type ExitCode } from './verdict/exit-code.ts'
export { KnownFailingError, parseKnownFailing, type KnownFailing } from './verdict/known-failing.ts'
export { isUnexpected, type Result, type Status, type Summary } from './verdict/result.ts'
export { wireNames, type Outcome, type WireName } from './wire/wire.ts'
export { wireOf } from './wire/wires.ts'
export { detectFraming, eventBorders } from './wire/framing/framing.ts'
