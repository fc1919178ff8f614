// The front door: named exports only, pinned by a test.

export { applyScorer } from './apply-scorer.ts';
export { bandOf } from './axis/score-axis.ts';
export { type ComparedOpinion, calibrateJudge } from './calibration/calibrate-judge.ts';
export { combineLabels } from './calibration/combine-labels.ts';
export { type AskedAgain, compareAnchors } from './calibration/compare-anchors.ts';
export { createBudget } from './checks/budget.ts';
export { type CheckRequest, type ChecksOutcome, runChecks } from './checks/run-checks.ts';
export { completeGrade } from './complete-grade.ts';
export { readCoverage } from './coverage-readers/index.ts';
export { compute, type Formula } from './formula.ts';
export { latencyBaseline } from './formulas/latency-baseline.ts';
export { appendEvaluation, EMPTY_WINDOW, reputationOf, reputationV1, standingOf } from './formulas/reputation.v1.ts';
export { scorecardV2, tierOf } from './formulas/scorecard.v2.ts';
export { compileGlobs, matchesGlob } from './glob.ts';
export { type ChangeGrade, gradeChange } from './grade-change.ts';
export {
  compositeInput,
  type GradeRunInput,
  gradeRun,
  scorecardInput,
  scoreEvidence,
  whyNotScored,
} from './grade-run.ts';
export { gradeTranscript, type Opinion } from './grade-transcript.ts';
export { type Call, readCall } from './heuristic/call.ts';
export { judgeHeuristically, toInteractionJudgment } from './heuristic/judge.ts';
export { withDetectors } from './integrity.ts';
export { type MeasuredEntry, measureEntry, pairInteractions } from './interactions/pair-interactions.ts';
export { parseShell, type SimpleCommand } from './interactions/shell.ts';
export { concludeInteractions, type InteractionAnswer } from './judging/conclude-interactions.ts';
export { concludeJudgment } from './judging/conclude-judgment.ts';
export { runCriteriaV1 } from './judging/criteria/run.v1.ts';
export { Criteria } from './judging/criteria.ts';
export { buildInteractionQuestions, type JudgedInteractions } from './judging/interaction-questions.ts';
export { readInteractionReply } from './judging/interaction-reply.ts';
export type { JudgedRun } from './judging/judged-run.ts';
export { familyOf } from './judging/model-family.ts';
export { type JudgeQuestion, type QuestionPart, type Read, withNonce } from './judging/question.ts';
export { buildRunQuestion } from './judging/run-question.ts';
export { readRunReply } from './judging/run-reply.ts';
export { lintPattern } from './lint-pattern.ts';
export { wilson } from './math/wilson.ts';
export { matchPaths, type Patterns } from './path-patterns.ts';
export { FORMULAS, findFormulas, score } from './registry.ts';
export { readReport } from './reports/index.ts';
export type { ScoringChoice } from './score-with.ts';
export type { CommandRequest, Scorer } from './scorer.ts';
export { SCORERS } from './scorers/index.ts';
export { mayHoldSecrets, redact, redactText } from './secrets/redact.ts';
export { SECRET_RULES, type SecretRule } from './secrets/rules.ts';
export { commandsToRun, comparedCommands, listsIgnored, watchedPaths } from './watched-paths.ts';
