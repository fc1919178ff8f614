import {
  AxisResult,
  Composite,
  type CompositeInput,
  type Consumption,
  type Evidence,
  Gates,
  Grade,
  type Interaction,
  type InteractionJudgment,
  type InteractionNotes,
  type Judgment,
  type LatencyBaseline,
  type Outcome,
  type Result,
  type RubricGrade,
  type Run,
  type RunFailure,
  type Scenario,
  Scorecard,
  type ScorecardInput,
  type ScorerResult,
  type ScorerSpec,
  type Stage,
  type TranscriptEntry,
} from '@assay/schema';
import { goalAchievement } from '../axis/goal.ts';
import { judgedInteractions } from '../axis/score-axis.ts';
import { findInsights } from '../insights/find-insights.ts';
import { type ScoringChoice, scoreWith } from '../registry.ts';
import { isGate } from '../scorers/is-gate.ts';
import { applyScorer, errorResult } from './apply-scorer.ts';
import { decideResult } from './decide-result.ts';
import { findIntegrity } from './integrity.ts';
import { isScored, meanScore } from './mean-score.ts';

/** The input of a grade. */
export interface GradeRunInput extends ScoringChoice {
  readonly evidence: Evidence;
  /** The scorer results of the evidence. */
  readonly results: ScorerResult[];
  readonly interactions: readonly Interaction[];
  /** The entries that insights quote; without them there are no insights. */
  readonly entries?: readonly TranscriptEntry[];
  /** The judgment of the interactions; null when they were not judged. */
  readonly judged: InteractionJudgment | null;
  /** What the offline judge noted, to be stored with the grade. */
  readonly notes?: InteractionNotes;
  /** The judgment of the run; null when no judge was asked. */
  readonly judgment: Judgment | null;
  /** Replaces the baseline in the evidence. */
  readonly baseline?: LatencyBaseline | null;
  /** Why the run could not be graded in full; its evidence is kept. */
  readonly grading_failure?: RunFailure | null;
  /** The consumption of the run it is compared with. */
  readonly reference: Consumption | null;
  readonly graded_at: string;
  /** Label of this grade, if the run has several. */
  readonly label?: string;
  /** Scorecard weights, if the workspace has its own. */
  readonly scorecard_weights?: Readonly<Record<string, number>> | null;
}

/**
 * Computes a grade from the evidence of a run. A run that failed for a reason other than the agent gets no scores, and
 * its scorers no verdict.
 */
export function gradeRun(input: GradeRunInput): Grade {
  const { results, grading_failure = null } = input;
  const { run } = input.evidence;
  const obstacle = notScoredReason({ failure: grading_failure ?? run.failure });
  const compute = scoreWith(input);
  const judge = gatingVerdict(obstacle === null ? input.judgment : null);
  const judge_gates = gatesOnJudge(input.evidence.task.scenario, results);
  const integrity = findIntegrity(input.evidence, results);
  const { mode, findings } = integrity;
  const decision = decideResult(
    { run, grading_failure, results, integrity: { mode, findings }, judge: judge_gates ? judge : null },
    (given) => compute('result', given),
  );
  const outcome = gradedOutcome(input.evidence, { result: decision.result, results });
  const gates = Gates.parse(
    compute('gates', {
      results: results.map((result) => ({ name: result.name, verdict: result.verdict, required: isGate(result) })),
      judge,
      run: { completed: run.outcome === 'COMPLETED', passed: run.stages.every(({ passed }) => passed) },
    }),
  );
  const axis = obstacle === null ? AxisResult.parse(compute('axis', axisInput(input))) : null;
  const composite_reason = obstacle ?? describeErrors(results);
  const scorecard_reason = obstacle ?? describeErrors(results.filter(isGate));
  // in the order of the schema, so that reading and writing a grade gives the same bytes
  return Grade.parse({
    run_id: run.run_id,
    graded_at: input.graded_at,
    label: input.label ?? null,
    result: decision.result,
    result_reason: decision.result_reason,
    review: decision.review,
    result_version: decision.formula_version,
    outcome,
    integrity,
    grading_failure,
    scorers_digest: input.evidence.task.scorers_digest,
    results,
    restored: [],
    overall: gates.scorers,
    mean_score: meanScore(results),
    mean_required: meanScore(results.filter(({ required }) => required)),
    scored: results.filter(isScored).length,
    of: results.length,
    needs_regrade: results.some(({ verdict }) => verdict === 'ERROR'),
    judgment: input.judgment,
    ...(input.judgment === null ? {} : { judge_gates }),
    interactions_judged: input.judged === null ? null : summarize(input.judged),
    ...(input.notes === undefined ? {} : { interaction_notes: input.notes }),
    not_scored: obstacle === null ? null : { reason: obstacle },
    scorecard: scorecard_reason === null ? Scorecard.parse(compute('scorecard', scorecardInput(input, outcome))) : null,
    scorecard_reason: obstacle === null ? scorecard_reason : null,
    axis,
    ...(axis === null || input.entries === undefined ? {} : { insights: explain(axis, input.entries, input) }),
    composite: composite_reason === null ? Composite.parse(compute('composite', compositeInput(input, results))) : null,
    composite_reason,
    gates,
  } satisfies Grade);
}

/** Applies scorers to the evidence; default: those of the task. */
export function scoreEvidence(
  evidence: Evidence,
  scorers: readonly ScorerSpec[] = evidence.task.scenario.scorers,
): ScorerResult[] {
  const obstacle = notScoredReason(evidence.run);
  const { allowed_test_changes: allowed = [] } = evidence.task.scenario;
  return scorers.map((spec) =>
    obstacle === null
      ? applyScorer(spec, evidence, { allowed })
      : errorResult(spec, { code: 'scorer_crashed', reason: obstacle }),
  );
}

/** Why a run gets neither scores nor verdicts; null when it does. */
export function notScoredReason({ failure }: Pick<Run, 'failure'>): string | null {
  if (failure === null || failure.side === 'agent') return null;
  return `not caused by the agent but by the ${failure.side}: ${failure.class}, ${failure.message}`;
}

// ignoring scorers that errored would raise the composite
function describeErrors(results: readonly ScorerResult[]): string | null {
  const errors = results.filter(({ verdict }) => verdict === 'ERROR').map(({ name }) => name);
  return errors.length === 0
    ? null
    : `${errors.length} of ${results.length} scorers gave no verdict: ${errors.join(', ')}`;
}

/** The scorecard input of a run. */
export function scorecardInput(
  {
    evidence,
    results,
    baseline: asked,
    scorecard_weights: weights = null,
  }: Pick<GradeRunInput, 'evidence' | 'results' | 'baseline' | 'scorecard_weights'>,
  outcome: Outcome,
): ScorecardInput {
  const { stages, wall_ms, resources } = evidence.run;
  const baseline = asked === undefined ? (evidence.baseline ?? null) : asked;
  return {
    outcome,
    stages: [...stages, ...checksStage(results)],
    wall_ms,
    baseline: baseline === null ? null : { p50_ms: baseline.p50_ms, sample_count: baseline.sample_count },
    resources,
    ...(weights === null ? {} : { weights }),
  };
}

/** The required checks as one more stage of the run. */
function checksStage(results: readonly ScorerResult[]): Stage[] {
  const required = results.filter(isGate);
  return required.length === 0
    ? []
    : [{ name: 'checks', attempts: 1, passed: required.every(({ verdict }) => verdict !== 'FAIL') }];
}

/** COMPLETED only if the run completed and every required check passed; a failing change counts as partial progress. */
function gradedOutcome(
  { run, changed_paths }: Pick<Evidence, 'run' | 'changed_paths'>,
  { result, results }: { readonly result: Result; readonly results: readonly ScorerResult[] },
): Outcome {
  if (result === 'tampered') return 'FAILED';
  if (run.outcome !== 'COMPLETED' || !results.some((one) => isGate(one) && one.verdict === 'FAIL')) return run.outcome;
  return changed_paths.length > 0 ? 'BLOCKED' : 'FAILED';
}

/** Whether a judge decides: as the scenario says, or if nothing else in it can fail a run. */
const gatesOnJudge = ({ judge, stages }: Scenario, results: readonly ScorerResult[]): boolean =>
  judge === undefined ? stages.length === 0 && !results.some(isGate) : judge === 'gate';

/** The verdict of a judge that may gate; null for a judge on probation. */
export const gatingVerdict = (judgment: Judgment | null): 'PASS' | 'FAIL' | null =>
  judgment === null || judgment.standing === 'probation' ? null : judgment.verdict;

const explain = (
  axis: AxisResult,
  entries: readonly TranscriptEntry[],
  { interactions, judged, judgment, evidence: { run } }: GradeRunInput,
) => findInsights({ axis, entries, interactions, judged, judgment, cost_usd_micros: run.cost_usd_micros });

const summarize = ({ judge, judged, of, reason }: InteractionJudgment) => ({ judge, judged, of, reason });

function axisInput({ interactions, judged, judgment, weights }: GradeRunInput) {
  const checks = rubricOf(judgment);
  return {
    ...judgedInteractions(interactions, judged),
    // only a model judge grades the rubric; rules cannot
    goal: checks.length === 0 ? null : { checks },
    ...(weights === undefined ? {} : { weights }),
  };
}

const rubricOf = (judgment: Judgment | null): RubricGrade[] =>
  judgment?.status === 'judged'
    ? judgment.rubric.map(({ check, grade, weight }) => ({ check, grade, ...(weight == null ? {} : { weight }) }))
    : [];

/** The judge's part of the composite: the graded rubric, 0–1. */
function judgeShare(judgment: Judgment | null): number | null {
  const checks = rubricOf(judgment);
  return checks.length === 0 ? null : goalAchievement(checks, []).dimension.raw;
}

/** The composite input of a run. */
export function compositeInput(
  {
    evidence: { run },
    interactions,
    judgment,
    reference,
  }: Pick<GradeRunInput, 'interactions' | 'judgment' | 'reference'> & { readonly evidence: Pick<Evidence, 'run'> },
  results: readonly ScorerResult[],
): CompositeInput {
  const checks = results.filter(isScored);
  return {
    checks: { passed: checks.filter(({ verdict }) => verdict === 'PASS').length, total: checks.length },
    judge: judgeShare(judgment),
    cost: {
      tokens: run.usage === null ? null : run.usage.input_tokens + run.usage.output_tokens,
      tool_calls: interactions.filter(({ kind }) => kind === 'tool').length,
      wall_ms: run.wall_ms,
    },
    reference,
  };
}
