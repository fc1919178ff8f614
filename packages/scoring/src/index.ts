// The front door: named exports only, pinned by a test.

export { applyScorer } from './apply-scorer.ts';
export { bandOf } from './axis/score-axis.ts';
export { readCoverage } from './coverage-readers/index.ts';
export { compute, type Formula } from './formula.ts';
export { latencyBaseline } from './formulas/latency-baseline.ts';
export { appendEvaluation, EMPTY_WINDOW, reputationOf, reputationV1 } from './formulas/reputation.v1.ts';
export { scorecardV2, tierOf } from './formulas/scorecard.v2.ts';
export { compileGlobs, matchesGlob } from './glob.ts';
export { type ChangeGrade, gradeChange } from './grade-change.ts';
export { type GradeRunInput, gradeRun } from './grade-run.ts';
export { gradeTranscript } from './grade-transcript.ts';
export { type Call, readCall } from './heuristic/call.ts';
export { judgeHeuristically } from './heuristic/judge.ts';
export { type MeasuredEntry, measureEntry, pairInteractions } from './interactions/pair-interactions.ts';
export { parseShell, type SimpleCommand } from './interactions/shell.ts';
export { lintPattern } from './lint-pattern.ts';
export { FORMULAS, findFormulas, score } from './registry.ts';
export { readReport } from './reports/index.ts';
export type { CommandRequest, Scorer } from './scorer.ts';
export { SCORERS } from './scorers/index.ts';
export { mayHoldSecrets, redact, redactText } from './secrets/redact.ts';
export { SECRET_RULES, type SecretRule } from './secrets/rules.ts';
export { commandsToRun, watchedPaths } from './watched-paths.ts';
