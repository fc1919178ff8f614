// Public API: named exports only, pinned by a test.

export { axisBand } from './axis/score-axis.ts';
export { type ComparedOpinion, calibrateJudge } from './calibration/calibrate-judge.ts';
export { combineLabels } from './calibration/combine-labels.ts';
export { type AnchorComparison, compareAnchors } from './calibration/compare-anchors.ts';
export { type CountedBudget, createBudget, MOST_CHECK_STEPS } from './checks/budget.ts';
export { type CheckRequest, type ChecksOutcome, runChecks } from './checks/run-checks.ts';
export { admitsFailure } from './claims/admits-failure.ts';
export { assertsTestsPass } from './claims/asserts-tests-pass.ts';
export { hasChecks, runsChecks, runsTests } from './commands/test-commands.ts';
export { readTestOutcome } from './commands/test-outcome.ts';
export { readCoverage } from './coverage-readers/index.ts';
export type { CustomScorer } from './custom-scorer.ts';
export {
  type ComparedRow,
  describeDelta,
  describeRegression,
  formatSigned,
  isLost,
  listComparedTasks,
} from './decisions/compared-tasks.ts';
export { listComparisonObjections } from './decisions/comparison-objections.ts';
export { composeHeadline, describePromotion } from './decisions/headline.ts';
export {
  computePowerCurve,
  costOfRuns,
  countMoreRuns,
  describePower,
  meanRunCost,
  type PowerPoint,
} from './decisions/power-curve.ts';
export { describeOutcome, type JudgedTask } from './decisions/task-outcome.ts';
export { listLoosenedThresholds } from './decisions/widened-thresholds.ts';
export { listLosses, listWorse, type WorseItem } from './decisions/worse-items.ts';
export { unquoteBytes } from './diff/name-path.ts';
export { type Diff, type DiffFile, type DiffLine, parseDiff } from './diff/parse-diff.ts';
export { compute, type Formula } from './formula.ts';
export { latencyBaseline } from './formulas/latency-baseline.ts';
export {
  appendEvaluation,
  computeReputation,
  EMPTY_WINDOW,
  reputationState,
  reputationV1,
} from './formulas/reputation.v1.ts';
export { scorecardTier, scorecardV2 } from './formulas/scorecard.v2.ts';
export { showReputation, showReputationState } from './formulas/shown-reputation.ts';
export { applyScorer } from './grading/apply-scorer.ts';
export { completeGrade } from './grading/complete-grade.ts';
export { describeGates } from './grading/describe-gates.ts';
export { describeSteps } from './grading/describe-steps.ts';
export { failedGrade } from './grading/failed-grade.ts';
export { findingGrade, gradeFindings } from './grading/finding-grade.ts';
export { type ChangeGrade, gradeChange } from './grading/grade-change.ts';
export { GRADE_FORMULAS } from './grading/grade-formulas.ts';
export {
  compositeInput,
  type GradeRunInput,
  gradeRun,
  notScoredReason,
  scorecardInput,
  scoreEvidence,
} from './grading/grade-run.ts';
export { gradeTranscript, type Opinion } from './grading/grade-transcript.ts';
export { withDetectors } from './grading/integrity.ts';
export { CORNERS, type RecordView, viewRecord } from './grading/view-record.ts';
export { commandsToRun, comparedCommands, listsIgnored, watchedPaths } from './grading/watched-paths.ts';
export { withRun } from './grading/with-run.ts';
export { type Call, readCall } from './heuristic/call.ts';
export { judgeHeuristically, toInteractionJudgment, toInteractionNotes } from './heuristic/judge.ts';
export { COMMAND_FIELDS } from './interactions/input-fields.ts';
export { pairResults } from './interactions/pair.ts';
export { type MeasuredEntry, measureEntry, pairInteractions } from './interactions/pair-interactions.ts';
export { parseShell, type SimpleCommand } from './interactions/shell.ts';
export { toolKind } from './interactions/tools.ts';
export { strengthRank } from './inventory/assertion-change.ts';
export { type Matching, matchTests } from './inventory/match-tests.ts';
export { type PlacedTest, placeTests } from './inventory/placed-test.ts';
export { platformsIn } from './inventory/platforms.ts';
export { isRunByName } from './inventory/runner-names.ts';
export { isLiteral, isName, tokenize } from './inventory/words.ts';
export { Criteria } from './judging/criteria/criteria.ts';
export { runCriteriaV1 } from './judging/criteria/run.v1.ts';
export { trimPatch } from './judging/diff/trim-patch.ts';
export { modelFamily } from './judging/model-family.ts';
export { buildInteractionQuestions, type JudgedInteractions } from './judging/prompt/interaction-questions.ts';
export { buildRunQuestion } from './judging/prompt/run-question.ts';
export { concludeInteractions, type InteractionAnswer } from './judging/reply/conclude-interactions.ts';
export { concludeJudgment } from './judging/reply/conclude-judgment.ts';
export { readInteractionReply } from './judging/reply/interaction-reply.ts';
export { readRunReply } from './judging/reply/run-reply.ts';
export { fence } from './judging/text/fence.ts';
export type { JudgedRun } from './judging/text/judged-run.ts';
export { type JudgeQuestion, type QuestionPart, type ReadReply, withNonce } from './judging/text/question.ts';
export { roundNumbers } from './ledger.ts';
export { median } from './math/quantile.ts';
export { wilson } from './math/wilson.ts';
export { compileGlobs, matchesGlob } from './paths/glob.ts';
export { lintPattern } from './paths/lint-pattern.ts';
export { matchPaths, type Patterns } from './paths/path-patterns.ts';
export type { ScoringChoice } from './registry.ts';
export { FORMULAS, findFormulas, score } from './registry.ts';
export { findContradiction } from './reports/check-report.ts';
export { findTest } from './reports/find-test.ts';
export { readReport } from './reports/index.ts';
export { readRecorded } from './reports/recorded.ts';
export { withoutColors } from './reports/text/lines.ts';
export { chooseReward, readRewards } from './rewards.ts';
export type { CommandRequest, Scorer } from './scorer.ts';
export { SCORERS } from './scorers/index.ts';
export { mayContainSecrets, redact, redactText } from './secrets/redact.ts';
export { SECRET_RULES, type SecretRule } from './secrets/rules.ts';
export { showsFailedCheck } from './sessions/facts/failed-check.ts';
export { joinPatterns } from './sessions/patterns/join-patterns.ts';
export { projectOf } from './sessions/project.ts';
export { readFacts } from './sessions/read-facts.ts';
export { splitRequests } from './sessions/requests.ts';
export { sumSessions } from './sessions/totals.ts';
export {
  CAUSE_ADVICE,
  CAUSE_WORDS,
  END_WORDS,
  type StateTone,
  VERIFICATION_WORDS,
  type WasteShares,
  wasteShares,
} from './sessions/words.ts';
