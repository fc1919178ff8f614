// The front door: every noun by name, pinned by a test.

export { AssayError, PROBLEMS } from './assay-error.ts';
export {
  AxisDimension,
  AxisInput,
  AxisInsight,
  AxisResult,
  AxisWeights,
  Band,
  CalibrateInput,
  Calibration,
  JudgedInteraction,
  RubricGrade,
  Signals,
  Speed,
  SpeedInput,
} from './axis.ts';
export {
  ComparedRun,
  Comparison,
  Promotion,
  PromotionInput,
  Regression,
  SingleRunVerdictInput,
  TaskDelta,
  Thresholds,
  Verdict,
  VerdictInput,
  VerdictWord,
} from './comparison.ts';
export { Competition, CompetitionInput, Contender, Ranked } from './competition.ts';
export { Checks, Composite, CompositeInput, Consumption } from './composite.ts';
export { CheckResult, Evaluation, EvaluationSource, ReputationState } from './evaluation.ts';
export { ChangedPath, CommandEvidence, Evidence } from './evidence.ts';
export { Disagreement, Gates, GatesInput, PassFail, ScorerVerdict } from './gates.ts';
export { Finding, Grade, ScorerResult, ScorerType } from './grade.ts';
export { GradedTranscript, ReportData, ReportedRun } from './graded-transcript.ts';
export { HeuristicJudgment, HeuristicNote } from './heuristic.ts';
export {
  AgentId,
  ComparisonId,
  createId,
  EvaluationId,
  type IdPrefix,
  JudgmentId,
  OrganizationId,
  RunId,
  ScenarioId,
  TaskId,
  WorkspaceId,
} from './ids.ts';
export { FactCheck, FailureMode, Judgment } from './judgment.ts';
export { formatPath, parse } from './parse.ts';
export { Problem, ProblemCode } from './problem.ts';
export { Rate, RateInput, TaskTrials } from './rate.ts';
export {
  Counted,
  LatencyMs,
  LatencyRefMs,
  LatencySum,
  Lifecycle,
  Reputation,
  ReputationInput,
  ReputationWindow,
} from './reputation.ts';
export { FailureSide, Outcome, Resources, Run, RunFailure, Stage } from './run.ts';
export { Limits, RubricCheck, Scenario, ScorerSpec, StageSpec, WorkspaceSeed } from './scenario.ts';
export { Defaulted, LedgerEntry, provenance } from './score.ts';
export { LatencyBaseline, RunScore, Scorecard, ScorecardAxes, ScorecardInput, Tier } from './scorecard.ts';
export { Task } from './task.ts';
export {
  Category,
  Classification,
  ClassifyInput,
  EntryType,
  Interaction,
  Interactions,
  InteractionsInput,
  Transcript,
  TranscriptEnd,
  TranscriptEntry,
  TranscriptFormat,
  Usage,
} from './transcript.ts';
export { Bytes, Count, Digest, DurationMs, Instant, Interval, Points100, Ratio, UsdMicros } from './units.ts';
