// Public exports; a test pins the list.

export {
  ComparedRun,
  ComparedSide,
  ComparedTask,
  Comparison,
  ConfirmationRuns,
  ConfirmationVerdict,
  Promotion,
  PromotionInput,
  Regression,
  SecondStage,
  SingleRunVerdictInput,
  StagedVerdictInput,
  TaskDelta,
  Verdict,
  VerdictInput,
  VerdictWord,
} from './comparisons/comparison.ts';
export { Competition, CompetitionInput, Contender, Ranked } from './comparisons/competition.ts';
export { FalseAlarms } from './comparisons/false-alarms.ts';
export { SequentialInput, SequentialVerdict, StagedSequentialInput } from './comparisons/sequential.ts';
export { Thresholds } from './comparisons/thresholds.ts';
export {
  type AxisAction,
  type AxisAgent,
  type AxisJudge,
  type AxisLimits,
  type AxisMcpServer,
  AxisProject,
  AxisScenario,
  type AxisVariant,
} from './config/axis-project.ts';
export { AgentSpec, Config, SandboxChoice } from './config/config.ts';
export { HarborTask, listUnknownKeys } from './config/harbor-task.ts';
export { HarborTrial } from './config/harbor-trial.ts';
export { Invocation } from './config/invocation.ts';
export { configJsonSchema, scenarioJsonSchema } from './config/scenario-schema.ts';
export { SkillEvals } from './config/skill-evals.ts';
export { type SkillCiCheck, SkillCiTask } from './config/skillci-task.ts';
export { SweBenchInstance } from './config/swe-bench-instance.ts';
export { AssayError, PROBLEMS } from './errors/assay-error.ts';
export { isDiskFull } from './errors/disk-full.ts';
export { findNearest } from './errors/nearest.ts';
export { formatFound, formatPath, parse } from './errors/parse.ts';
export { Problem, ProblemCode } from './errors/problem.ts';
export { parseStrictJson } from './errors/strict-json.ts';
export { listValidationIssues, type ValidationIssue } from './errors/validation-issues.ts';
export {
  Anchor,
  Anchors,
  Confusion,
  Estimate,
  JudgeCalibration,
  JudgeDrift,
  JudgeLabel,
  JudgeLabels,
} from './judging/calibration.ts';
export { JudgeSpec, ModelJudgeSpec } from './judging/judge-spec.ts';
export {
  EvidenceRef,
  FactCheck,
  FailureMode,
  FaultSide,
  InteractionJudgment,
  JudgeCall,
  JudgeObstacle,
  Judgment,
  ShownEvidence,
} from './judging/judgment.ts';
export { Login } from './push/login.ts';
export { ParcelKind, WaitingParcel } from './push/waiting-parcel.ts';
export {
  ChangeStatement,
  DsseEnvelope,
  KeyDirectory,
  PublicKey,
  ReputationStatement,
  RunStatement,
  Statement,
} from './reputation/attestation.ts';
export { EvaluateRequest, EvaluateResponse, IngestRequest, IngestResponse } from './reputation/evaluate-request.ts';
export { CheckResult, Evaluation, EvaluationSource, ReputationState } from './reputation/evaluation.ts';
export { EvaluationCheck } from './reputation/evaluation-check.ts';
export {
  CALIBRATED_EVALUATIONS,
  CalibrationProgress,
  Counted,
  LatencyMs,
  LatencyRefMs,
  LatencySum,
  Lifecycle,
  REPUTATION_WINDOW,
  Reputation,
  ReputationInput,
  ReputationWindow,
  ShownReputation,
} from './reputation/reputation.ts';
export {
  AgentStanding,
  PublicReputation,
  ReputationReading,
  ScorePoint,
  SourceCounts,
} from './reputation/reputation-reading.ts';
export {
  ChangedTest,
  ChangeFinding,
  ChangeProbe,
  ChangeRecord,
  ChangeRule,
  CornerEvidence,
  CornerName,
  CornerOutcome,
  CornerRun,
} from './results/change-record.ts';
export { CheckReport } from './results/check.ts';
export { CustomOutcome, CustomScore } from './results/custom-score.ts';
export { type CustomEvidenceKey, CustomScorerInfo } from './results/custom-scorer-info.ts';
export {
  AgentExit,
  AnswersEvidence,
  ChangedPath,
  Claim,
  CommandAttempt,
  CommandEvidence,
  Evidence,
  FileState,
  Lookup,
  RewardEvidence,
} from './results/evidence.ts';
export { Grade, ScorerResult, StoredGrade } from './results/grade.ts';
export { GradedTranscript, ReportData, ReportedRun, SessionScorecard } from './results/graded-transcript.ts';
export { findJudgeState, JudgeState } from './results/judge-state.ts';
export { Proof, ProofEnvironment, Trial } from './results/proof.ts';
export {
  Integrity,
  IntegrityFinding,
  Result,
  ResultDecision,
  ResultInput,
  ResultReason,
  ScorerFamily,
} from './results/result.ts';
export { RunResult } from './results/run-result.ts';
export { Activity } from './runs/activity.ts';
export { ArtifactChange, ConfigurationRef } from './runs/configuration.ts';
export { FailureClass, FailureSide, Outcome, Resources, Run, RunFailure, Stage } from './runs/run.ts';
export { AllowedTestChange, AllowedTestChanges } from './scenarios/allowed-test-change.ts';
export { CustomScorerSpec, CustomScorerType } from './scenarios/custom-scorer.ts';
export { Environment, OracleScript } from './scenarios/environment.ts';
export { IntegrityMode } from './scenarios/integrity-mode.ts';
export {
  AccountedTest,
  AssertionStrength,
  CodeSignal,
  FileInventory,
  Inventory,
  SecretFinding,
  Secrets,
  SnapshotUpdate,
  TestAspect,
  TestAssertion,
  TestCase,
  TestLoss,
  TestMarker,
} from './scenarios/inventory.ts';
export { isCustomScorer } from './scenarios/is-custom-scorer.ts';
export { listScenarioPaths, type ScenarioPath } from './scenarios/list-scenario-paths.ts';
export { EnvironmentRecipe } from './scenarios/recipe.ts';
export {
  CHEAT_IDS,
  type CheatId,
  MANNER_IDS,
  type MannerId,
  REFERENCE_AGENTS,
  type ReferenceAgent,
} from './scenarios/reference-agents.ts';
export {
  Limits,
  McpServer,
  oraclePath,
  RubricCheck,
  Scenario,
  StageSpec,
  WorkspaceSeed,
} from './scenarios/scenario.ts';
export {
  type AnyScorerType,
  SCORER_CONFIGS,
  type ScorerConfig,
  ScorerSpec,
  ScorerType,
} from './scenarios/scorer-config.ts';
export { Task } from './scenarios/task.ts';
export { ReportFormat, ReportSource, TestOutcome, TestReport, TestState } from './scenarios/test-report.ts';
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
} from './scores/axis.ts';
export { Checks, Composite, CompositeInput, Consumption } from './scores/composite.ts';
export { Disagreement, Gates, GatesInput, PassFail, ScorerVerdict } from './scores/gates.ts';
export { HeuristicJudgment, HeuristicNote, InteractionNotes } from './scores/heuristic.ts';
export { Insight } from './scores/insight.ts';
export { Rate, RateInput, TaskTrials } from './scores/rate.ts';
export {
  ChosenBaseline,
  LatencyBaseline,
  LatencyScope,
  PublishedScore,
  RunScore,
  Scorecard,
  ScorecardAxes,
  ScorecardInput,
  Tier,
} from './scores/scorecard.ts';
export { HookDecision } from './sessions/hook-decision.ts';
export { Occurrence, Pattern, PatternKind } from './sessions/pattern.ts';
export {
  Correction,
  RequestEnd,
  SessionCheck,
  SessionClaim,
  SessionRequest,
  TimeSplit,
  Verification,
} from './sessions/request.ts';
export { SessionFacts, SessionFinding, TokenRecord } from './sessions/session-facts.ts';
export { SessionTotals } from './sessions/session-totals.ts';
export { Waste, WasteCause, WasteEntry } from './sessions/waste.ts';
export { entryId } from './transcripts/entry-id.ts';
export { ModelPrice, ModelPrices } from './transcripts/model-prices.ts';
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
  TranscriptFact,
  TranscriptFormat,
  Usage,
} from './transcripts/transcript.ts';
export { Finding, FindingGrade } from './values/finding.ts';
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
} from './values/ids.ts';
export { Metadata } from './values/metadata.ts';
export { Defaulted, LedgerEntry, provenance } from './values/score.ts';
export {
  Bytes,
  Count,
  Digest,
  DurationMs,
  Instant,
  Interval,
  Points100,
  Ratio,
  toUsd,
  toUsdMicros,
  UsdMicros,
} from './values/units.ts';
