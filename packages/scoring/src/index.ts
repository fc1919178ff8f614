// The front door: named exports only, pinned by a test.

export { bandOf } from './axis/score-axis.ts';
export { compute, type Formula } from './formula.ts';
export { latencyBaseline } from './formulas/latency-baseline.ts';
export { appendEvaluation, EMPTY_WINDOW, reputationOf, reputationV1 } from './formulas/reputation.v1.ts';
export { scorecardV2, tierOf } from './formulas/scorecard.v2.ts';
export { matchesGlob } from './glob.ts';
export { type GradeRunInput, gradeRun } from './grade-run.ts';
export { gradeTranscript } from './grade-transcript.ts';
export { judgeHeuristically } from './heuristic/judge.ts';
export { type MeasuredEntry, measureEntry, pairInteractions } from './interactions/pair-interactions.ts';
export { lintPattern } from './lint-pattern.ts';
export { FORMULAS, findFormulas, score } from './registry.ts';
export type { CommandRequest, Scorer } from './scorer.ts';
export { SCORERS } from './scorers/index.ts';
export { mayHoldSecrets, redact, redactText } from './secrets/redact.ts';
export { commandsToRun, watchedPaths } from './watched-paths.ts';
