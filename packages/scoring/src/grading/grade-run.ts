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
  Scorecard,
  type ScorecardInput,
  type ScorerResult,
  type ScorerSpec,
  type Stage,
  type TranscriptEntry,
} from '@assay/schema';
import { goalAchievement } from '../axis/goal.ts';
import { judgedInteractions } from '../axis/judged-interactions.ts';
import { findInsights } from '../insights/find-insights.ts';
import { isGate } from '../scorers/is-gate.ts';
import { applyScorer, refuse } from './apply-scorer.ts';
import { decideResult } from './decide-result.ts';
import { findIntegrity } from './integrity.ts';
import { isScored, meanScore } from './mean-score.ts';
import { type ScoringChoice, scoreWith } from './score-with.ts';

/** What a run is graded from. */
export interface GradeRunInput extends ScoringChoice {
  readonly evidence: Evidence;
  /** What the scorers say of it. */
  readonly results: ScorerResult[];
  readonly interactions: readonly Interaction[];
  /** What insights quote; without them there are none. */
  readonly entries?: readonly TranscriptEntry[];
  /** What was said of the interactions; null when nobody judged them. */
  readonly judged: InteractionJudgment | null;
  /** What the offline judge noted, to be stored with the grade. */
  readonly notes?: InteractionNotes;
  /** What a judge said of the run; null when none was asked. */
  readonly judgment: Judgment | null;
  /** Instead of the baseline in the evidence. */
  readonly baseline?: LatencyBaseline | null;
  /** Why the run could not be graded in full; its evidence is kept. */
  readonly grading_failure?: RunFailure | null;
  /** What the run it is compared with consumed. */
  readonly reference: Consumption | null;
  readonly graded_at: string;
  /** What this grade is called, where a run has several. */
  readonly label?: string;
  /** Of the axes of the scorecard, where a workspace has its own. */
  readonly scorecard_weights?: Readonly<Record<string, number>> | null;
}

/**
 * Everything that can be concluded about a run from its evidence. A run that failed for a reason that is not the agent's
 * gets no number at all, and its scorers no verdict: nothing in it is for or against the agent.
 */
export function gradeRun(input: GradeRunInput): Grade {
  const { results, grading_failure = null } = input;
  const { run } = input.evidence;
  const obstacle = whyNotScored({ failure: grading_failure ?? run.failure });
  const compute = scoreWith(input);
  const judge = gatingVerdict(obstacle === null ? input.judgment : null);
  const integrity = findIntegrity(input.evidence, results);
  const { mode, findings } = integrity;
  const decision = decideResult({ run, grading_failure, results, integrity: { mode, findings }, judge }, (given) =>
    compute('result', given),
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
  // in the order of the schema, so that a grade that was read is written as the same bytes
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
    interactions_judged: input.judged === null ? null : summarise(input.judged),
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

/** What the scorers say of the evidence: those of the task, or others. */
export function scoreEvidence(
  evidence: Evidence,
  scorers: readonly ScorerSpec[] = evidence.task.scenario.scorers,
): ScorerResult[] {
  const obstacle = whyNotScored(evidence.run);
  const { allowed_test_changes: allowed = [] } = evidence.task.scenario;
  return scorers.map((spec) =>
    obstacle === null
      ? applyScorer(spec, evidence, { allowed })
      : refuse(spec, { code: 'scorer_crashed', reason: obstacle }),
  );
}

/** Why a run gets neither scores nor verdicts; null when it does. */
export function whyNotScored({ failure }: Pick<Run, 'failure'>): string | null {
  if (failure === null || failure.side === 'agent') return null;
  return `not the agent's doing, but of the ${failure.side}: ${failure.class}, ${failure.message}`;
}

// a composite of the checks that happened to work would be better the more of them broke
function describeErrors(results: readonly ScorerResult[]): string | null {
  const errors = results.filter(({ verdict }) => verdict === 'ERROR').map(({ name }) => name);
  return errors.length === 0
    ? null
    : `${errors.length} of ${results.length} scorers gave no verdict: ${errors.join(', ')}`;
}

/** What the scorecard of a run is computed from. */
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

/** COMPLETED only if the run completed and every required check passed; a change that does not pass is partial progress. */
function gradedOutcome(
  { run, changed_paths }: Pick<Evidence, 'run' | 'changed_paths'>,
  { result, results }: { readonly result: Result; readonly results: readonly ScorerResult[] },
): Outcome {
  if (result === 'tampered') return 'FAILED';
  if (run.outcome !== 'COMPLETED' || !results.some((one) => isGate(one) && one.verdict === 'FAIL')) return run.outcome;
  return changed_paths.length > 0 ? 'BLOCKED' : 'FAILED';
}

/** The verdict of a judge as far as it gates: one on probation is heard and decides nothing. */
export const gatingVerdict = (judgment: Judgment | null): 'PASS' | 'FAIL' | null =>
  judgment === null || judgment.standing === 'probation' ? null : judgment.verdict;

const explain = (
  axis: AxisResult,
  entries: readonly TranscriptEntry[],
  { interactions, judged, judgment, evidence: { run } }: GradeRunInput,
) => findInsights({ axis, entries, interactions, judged, judgment, cost_usd_micros: run.cost_usd_micros });

const summarise = ({ judge, judged, of, reason }: InteractionJudgment) => ({ judge, judged, of, reason });

function axisInput({ interactions, judged, judgment, weights }: GradeRunInput) {
  const checks = rubricOf(judgment);
  return {
    ...judgedInteractions(interactions, judged),
    // the rubric is for a judge to grade, and rules cannot
    goal: checks.length === 0 ? null : { checks },
    ...(weights === undefined ? {} : { weights }),
  };
}

const rubricOf = (judgment: Judgment | null): RubricGrade[] =>
  judgment?.status === 'judged'
    ? judgment.rubric.map(({ check, grade, weight }) => ({ check, grade, ...(weight == null ? {} : { weight }) }))
    : [];

/** What the graded rubric comes to, 0–1: the judge's part of the composite. */
function judgeShare(judgment: Judgment | null): number | null {
  const checks = rubricOf(judgment);
  return checks.length === 0 ? null : goalAchievement(checks, []).dimension.raw;
}

/** What the composite of a run is computed from. */
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
