// The front door: named exports only, pinned by a test.

export { listActivities } from './activity/activity-files.ts';
export { recordActivity } from './activity/record-activity.ts';
export { type CheckOptions, check } from './check/check.ts';
export { findRepository } from './check/find-repository.ts';
export { readScorersFile } from './check/read-scorers.ts';
export { compareRuns } from './compare/compare-runs.ts';
export { findProven, saveComparison } from './compare/comparison-files.ts';
export { type MeasuredRun, measureGraded } from './compare/measured-run.ts';
export { readComparedRuns } from './compare/read-compared-runs.ts';
export { hasRecentFalseAlarms } from './compare/recent-false-alarms.ts';
export { runAa } from './compare/run-aa.ts';
export { type RunComparisonOptions, runComparison } from './compare/run-comparison.ts';
export { runMatrix } from './compare/run-matrix.ts';
export { type CompeteOptions, type CompeteResult, compete } from './compete/compete.ts';
export type { Winning } from './compete/propose-winner.ts';
export { rankRuns } from './compete/rank-runs.ts';
export { examine, type Finding } from './doctor.ts';
export { type FoundFile, findSessions, findTranscripts } from './find-transcripts.ts';
export { type GradedFile, type GradeFileOptions, gradeFile } from './grade-file.ts';
export type { Host } from './host.ts';
export { type Calibrated, type CalibrateResult, calibrate } from './judge/calibration/calibrate.ts';
export { checkDrift } from './judge/calibration/drift.ts';
export { listRunsToLabel, type RunToLabel } from './judge/calibration/label-template.ts';
export { describeJudging } from './judge/describe-judging.ts';
export { type OpenedJudge, openJudge } from './judge/open-judge.ts';
export { PRICES_DATED } from './prices.ts';
export { createOwnPath } from './processes/own-folder.ts';
export { listDoubts } from './propose/list-doubts.ts';
export type { Candidate } from './propose/open-candidate.ts';
export { type PromoteOptions, type PromotionOutcome, promote } from './propose/promote.ts';
export { type PromoteKeptOptions, promoteKept } from './propose/promote-kept.ts';
export { readTranscript, streamTranscript, type TranscriptSummary } from './read-transcript.ts';
export { createBaselineNow } from './run/baseline.ts';
export { chooseAgents } from './run/choose-agents.ts';
export { chooseSandbox } from './run/choose-sandbox.ts';
export { type ExecuteTaskOptions, executeTask } from './run/execute-task.ts';
export { findRuns } from './run/find-runs.ts';
export { type GradedSubmission, gradeSubmittedRun } from './run/grade-submitted-run.ts';
export { judgeTrial } from './run/judge-trial.ts';
export type { Proving } from './run/open-suite.ts';
export { prepareTask } from './run/prepare-task.ts';
export { provesTask } from './run/proof-run.ts';
export { type Regraded, type RegradeOptions, readFormulas, regradeRun } from './run/regrade-run.ts';
export { reportRun } from './run/report-run.ts';
export { openRootFolder } from './run/root-folder.ts';
export { readKept } from './run/run-folders.ts';
export type { Cell, MissingRun } from './run/run-plan.ts';
export { describeRun } from './run/run-result.ts';
export {
  type Planned,
  type RunEvents,
  type RunScenariosOptions,
  type RunScenariosResult,
  runScenarios,
} from './run/run-scenarios.ts';
export { whyUnprovable } from './run/why-unprovable.ts';
export type { Sandbox } from './sandbox.ts';
export { type Scaffold, scaffold } from './scaffold/scaffold.ts';
export { canonicalJson, digestOf } from './scenarios/canonical-json.ts';
export { readPrices } from './scenarios/read-prices.ts';
export { readScoring } from './scenarios/read-scoring.ts';
export { listScenarioFaults } from './scenarios/scenario-faults.ts';
export { writeAtif } from './write-atif.ts';
