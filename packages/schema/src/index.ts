// Public exports; a test pins the list.

export { Activity } from './activity.ts';
export { AllowedTestChange, AllowedTestChanges } from './allowed-test-change.ts';
export { AssayError, PROBLEMS } from './assay-error.ts';
export {
  DsseEnvelope,
  KeyDirectory,
  PublicKey,
  ReputationStatement,
  RunStatement,
  Statement,
} from './attestation.ts';
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
  type AxisAction,
  type AxisAgent,
  type AxisJudge,
  type AxisLimits,
  type AxisMcpServer,
  AxisProject,
  AxisScenario,
  type AxisVariant,
} from './axis-project.ts';
export {
  Anchor,
  Anchors,
  Confusion,
  Estimate,
  JudgeCalibration,
  JudgeDrift,
  JudgeLabel,
  JudgeLabels,
} from './calibration.ts';
export { CheckReport } from './check.ts';
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
  Thresholds,
  Verdict,
  VerdictInput,
  VerdictWord,
} from './comparison.ts';
export { Competition, CompetitionInput, Contender, Ranked } from './competition.ts';
export { Checks, Composite, CompositeInput, Consumption } from './composite.ts';
export { AgentSpec, Config, SandboxChoice } from './config.ts';
export { ArtifactChange, ConfigurationRef } from './configuration.ts';
export { isDiskFull } from './disk-full.ts';
export { entryId } from './entry-id.ts';
export { EvaluateRequest, EvaluateResponse, IngestRequest, IngestResponse } from './evaluate-request.ts';
export { CheckResult, Evaluation, EvaluationSource, ReputationState } from './evaluation.ts';
export { EvaluationCheck } from './evaluation-check.ts';
export {
  AgentExit,
  ChangedPath,
  Claim,
  CommandAttempt,
  CommandEvidence,
  Evidence,
  FileState,
  Lookup,
} from './evidence.ts';
export { FalseAlarms } from './false-alarms.ts';
export { listValidationIssues, type ValidationIssue } from './faults.ts';
export { Finding } from './finding.ts';
export { Disagreement, Gates, GatesInput, PassFail, ScorerVerdict } from './gates.ts';
export { Grade, ScorerResult, StoredGrade } from './grade.ts';
export { GradedTranscript, ReportData, ReportedRun } from './graded-transcript.ts';
export { HeuristicJudgment, HeuristicNote, InteractionNotes } from './heuristic.ts';
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
export { Insight } from './insight.ts';
export { IntegrityMode } from './integrity-mode.ts';
export {
  AssertionStrength,
  CodeSignal,
  FileInventory,
  Inventory,
  SecretFinding,
  Secrets,
  SnapshotUpdate,
  TestAssertion,
  TestCase,
  TestMarker,
} from './inventory.ts';
export { Invocation } from './invocation.ts';
export { JudgeSpec, ModelJudgeSpec } from './judge-spec.ts';
export { findJudgeState, JudgeState } from './judge-state.ts';
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
} from './judgment.ts';
export { Metadata } from './metadata.ts';
export { ModelPrice, ModelPrices } from './model-prices.ts';
export { findNearest } from './nearest.ts';
export { formatFound, formatPath, parse } from './parse.ts';
export { Problem, ProblemCode } from './problem.ts';
export { Proof, Trial } from './proof.ts';
export { Rate, RateInput, TaskTrials } from './rate.ts';
export { CHEAT_IDS, type CheatId, REFERENCE_AGENTS, type ReferenceAgent } from './reference-agents.ts';
export {
  CALIBRATED_EVALUATIONS,
  Counted,
  LatencyMs,
  LatencyRefMs,
  LatencySum,
  Lifecycle,
  REPUTATION_WINDOW,
  Reputation,
  ReputationInput,
  ReputationWindow,
} from './reputation.ts';
export {
  AgentStanding,
  CalibrationProgress,
  PublicReputation,
  ReputationReading,
  ScorePoint,
  SourceCounts,
} from './reputation-reading.ts';
export {
  Integrity,
  IntegrityFinding,
  Result,
  ResultDecision,
  ResultInput,
  ResultReason,
  ScorerFamily,
} from './result.ts';
export { FailureClass, FailureSide, Outcome, Resources, Run, RunFailure, Stage } from './run.ts';
export { RunResult } from './run-result.ts';
export { Limits, McpServer, RubricCheck, Scenario, StageSpec, WorkspaceSeed } from './scenario.ts';
export { configJsonSchema, scenarioJsonSchema } from './scenario-schema.ts';
export { Defaulted, LedgerEntry, provenance } from './score.ts';
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
} from './scorecard.ts';
export { SCORER_CONFIGS, type ScorerConfig, ScorerSpec, ScorerType } from './scorer-config.ts';
export { SequentialInput, SequentialVerdict, StagedSequentialInput } from './sequential.ts';
export { type SkillCiCheck, SkillCiTask } from './skillci-task.ts';
export { parseStrictJson } from './strict-json.ts';
export { Task } from './task.ts';
export { ReportFormat, TestOutcome, TestReport } from './test-report.ts';
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
} from './units.ts';
