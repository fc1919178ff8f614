// Public API: named exports only, pinned by a test.

export type { Host } from './contracts/host.ts';
export type { Sandbox } from './contracts/sandbox.ts';
export { describeJudging } from './judge/describe-judging.ts';
export { type OpenedJudge, openJudge } from './judge/open-judge.ts';
export { requireJudge } from './judge/require-judge.ts';
export { listImages } from './machine/containers/image.ts';
export { createRedactor, findSecretValues, type Redactor } from './machine/credentials.ts';
export {
  environmentStore,
  listEnvironments,
  pruneEnvironments,
  type StoredEnvironment,
} from './machine/environments/store.ts';
export { createOwnPath } from './machine/processes/own-folder.ts';
export { makeFolder, openRootFolder } from './machine/root-folder.ts';
export { type ExecuteTaskOptions, executeTask } from './run/execute-task.ts';
export { createBaselineNow } from './run/folders/baseline.ts';
export { findRuns } from './run/folders/find-runs.ts';
export { readRunWithGrade } from './run/folders/run-folders.ts';
export { type GradedFile, type GradeFileOptions, gradeFile } from './run/grade/grade-file.ts';
export { type GradedSubmission, gradeSubmittedRun } from './run/grade/grade-submitted-run.ts';
export { type Regraded, type RegradeOptions, readFormulas, regradeRun } from './run/grade/regrade-run.ts';
export { reportRun } from './run/grade/report-run.ts';
export type { Proving } from './run/open-suite.ts';
export { chooseAgents } from './run/plan/choose-agents.ts';
export { chooseSandbox, containersOnly } from './run/plan/choose-sandbox.ts';
export { freezeScenario } from './run/plan/freeze-scenario.ts';
export type { ImagePolicy } from './run/plan/prepare-environment.ts';
export { judgeTrial } from './run/prove/judge-trial.ts';
export { provesTask } from './run/prove/proof-run.ts';
export { unprovableReason } from './run/prove/unprovable-reason.ts';
export { describeRun } from './run/run-result.ts';
export {
  type Planned,
  type RunEvents,
  type RunScenariosOptions,
  type RunScenariosResult,
  runScenarios,
} from './run/run-scenarios.ts';
export type { Cell, MissingRun } from './run/schedule/run-plan.ts';
export { canonicalDigest, canonicalJson } from './scenarios/canonical-json.ts';
export { type Imported, importTasks } from './scenarios/import-tasks.ts';
export { readCustomScorers } from './scenarios/read-custom-scorers.ts';
export { readPrices } from './scenarios/read-prices.ts';
export { readScoring } from './scenarios/read-scoring.ts';
export { listScenarioErrors } from './scenarios/scenario-faults.ts';
export { listActivities } from './workflows/activity/activity-files.ts';
export { recordActivity } from './workflows/activity/record-activity.ts';
export { type Calibrated, type CalibrateResult, calibrate } from './workflows/calibration/calibrate.ts';
export { checkDrift } from './workflows/calibration/drift.ts';
export { listRunsToLabel, type RunToLabel } from './workflows/calibration/label-template.ts';
export { cleanEngine } from './workflows/clean-engine.ts';
export type { Annotation, Feedback } from './workflows/comment/feedback.ts';
export { putFeedback } from './workflows/comment/put-feedback.ts';
export { compareRuns } from './workflows/compare/compare-runs.ts';
export { findProven, saveComparison } from './workflows/compare/comparison-files.ts';
export { type MeasuredRun, measureGraded } from './workflows/compare/measured-run.ts';
export { type NameTask, taskNamer } from './workflows/compare/pair-runs.ts';
export { readComparedRuns } from './workflows/compare/read-compared-runs.ts';
export { hasRecentFalseAlarms } from './workflows/compare/recent-false-alarms.ts';
export { runAa } from './workflows/compare/run-aa.ts';
export { type RunComparisonOptions, runComparison } from './workflows/compare/run-comparison.ts';
export { runMatrix } from './workflows/compare/run-matrix.ts';
export { selectComparable } from './workflows/compare/select-comparable.ts';
export { type CompeteOptions, type CompeteResult, compete } from './workflows/compete/compete.ts';
export type { Winning } from './workflows/compete/propose-winner.ts';
export { rankRuns } from './workflows/compete/rank-runs.ts';
export { findInstalled } from './workflows/corners/installed.ts';
export { judgeGradedChange, type RunChangeOptions, runChange } from './workflows/corners/run-change.ts';
export { checkMachine, type MachineCheck } from './workflows/doctor.ts';
export { type BuiltEnvironment, buildEnvironments } from './workflows/environments/build-environments.ts';
export { environmentsLimit, readSize } from './workflows/environments/read-size.ts';
export { exportTasks } from './workflows/export/export-tasks.ts';
export { type FolderScenarios, listFolderScenarios } from './workflows/folder/list-folder-scenarios.ts';
export { findTrials, type ImportedJob, importJob } from './workflows/harbor-jobs/import-job.ts';
export { type Listed, listCandidates, type PlannedTasks, planTasks } from './workflows/mine/list-candidates.ts';
export { type Mined, type MineOptions, mine } from './workflows/mine/mine.ts';
export type { MinedTask, RejectedCommit } from './workflows/mine/mined-index.ts';
export type { Candidate } from './workflows/propose/open-candidate.ts';
export { type PromoteOptions, type PromotionOutcome, promote } from './workflows/propose/promote.ts';
export {
  type PromoteStoredOptions,
  promoteStored,
} from './workflows/propose/promote-stored.ts';
export { REJECTIONS } from './workflows/rejection.ts';
export { planScaffold, type Scaffold, type ScaffoldPlan, scaffold } from './workflows/scaffold/scaffold.ts';
