// The front door: named exports only, pinned by a test.

export { type CheckOptions, check } from './check/check.ts';
export { examine, type Finding } from './doctor.ts';
export { type FoundFile, findSessions, findTranscripts } from './find-transcripts.ts';
export { type GradedFile, type GradeFileOptions, gradeFile } from './grade-file.ts';
export type { Host } from './host.ts';
export { PRICES_DATED } from './prices.ts';
export { readTranscript, streamTranscript, type TranscriptSummary } from './read-transcript.ts';
export { chooseSandbox } from './run/choose-sandbox.ts';
export { reportRun } from './run/report-run.ts';
export type { Cell, MissingRun } from './run/run-plan.ts';
export {
  type Planned,
  type RunEvents,
  type RunScenariosOptions,
  type RunScenariosResult,
  runScenarios,
} from './run/run-scenarios.ts';
export { type Scaffold, scaffold } from './scaffold/scaffold.ts';
export { writeAtif } from './write-atif.ts';
