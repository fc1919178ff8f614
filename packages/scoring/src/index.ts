// The front door: named exports only, pinned by a test.

export { bandOf } from './axis/score-axis.ts';
export { compute, type Formula } from './formula.ts';
export { latencyBaseline } from './formulas/latency-baseline.ts';
export { appendEvaluation, EMPTY_WINDOW, reputationOf, reputationV1 } from './formulas/reputation.v1.ts';
export { scorecardV2, tierOf } from './formulas/scorecard.v2.ts';
export { gradeTranscript } from './grade-transcript.ts';
export { judgeHeuristically } from './heuristic/judge.ts';
export { type MeasuredEntry, measureEntry, pairInteractions } from './interactions/pair-interactions.ts';
export { FORMULAS, findFormulas, score } from './registry.ts';
export { mayHoldSecrets, redact, redactText } from './secrets/redact.ts';
