import {
  AxisResult,
  type AxisWeights,
  Composite,
  type CompositeInput,
  type Consumption,
  type Evidence,
  Gates,
  type Grade,
  type Interaction,
  type InteractionJudgment,
  type Judgment,
  type LatencyBaseline,
  type RubricGrade,
  type Run,
  Scorecard,
  type ScorerResult,
  type ScorerSpec,
} from '@assay/schema';
import { applyScorer, isGate, refuse } from './apply-scorer.ts';
import { goalAchievement } from './axis/goal.ts';
import { judgedInteractions } from './axis/judged-interactions.ts';
import { isScored, meanScore } from './mean-score.ts';
import { score } from './registry.ts';

/** What a run is graded from. */
export interface GradeRunInput {
  readonly evidence: Evidence;
  /** What the scorers say of it. */
  readonly results: ScorerResult[];
  readonly interactions: readonly Interaction[];
  /** What was said of the interactions; null when nobody judged them. */
  readonly judged: InteractionJudgment | null;
  /** What a judge said of the run; null when none was asked. */
  readonly judgment: Judgment | null;
  /** The typical duration in the workspace, this run left out. */
  readonly baseline: LatencyBaseline | null;
  /** What the run it is compared with consumed. */
  readonly reference: Consumption | null;
  readonly graded_at: string;
  /** What this grade is called, where a run has several. */
  readonly label?: string;
  /** Versions to use instead of the newest, by formula. */
  readonly formulas?: Readonly<Record<string, string>>;
  /** Of the dimensions of the AXIS result. */
  readonly weights?: AxisWeights;
}

/**
 * Everything that can be concluded about a run from its evidence. A run that failed for a reason that is not the agent's
 * gets no number at all, and its scorers no verdict: nothing in it is for or against the agent.
 */
export function gradeRun(input: GradeRunInput): Grade {
  const { results } = input;
  const { run } = input.evidence;
  const obstacle = whyNotScored(run);
  const compute = (formula: string, data: unknown): object => {
    const { formulas = {} } = input;
    return score(Object.hasOwn(formulas, formula) ? `${formula}@${formulas[formula]}` : formula, data);
  };
  const gates = Gates.parse(
    compute('gates', {
      results: results.map((result) => ({ name: result.name, verdict: result.verdict, required: isGate(result) })),
      judge: gatingVerdict(obstacle === null ? input.judgment : null),
      run: { completed: run.outcome === 'COMPLETED', passed: run.stages.every(({ passed }) => passed) },
    }),
  );
  const composite_reason = obstacle ?? describeErrors(results);
  return {
    run_id: run.run_id,
    graded_at: input.graded_at,
    label: input.label ?? null,
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
    not_scored: obstacle === null ? null : { reason: obstacle },
    scorecard: obstacle === null ? Scorecard.parse(compute('scorecard', scorecardInput(input))) : null,
    axis: obstacle === null ? AxisResult.parse(compute('axis', axisInput(input))) : null,
    composite: composite_reason === null ? Composite.parse(compute('composite', compositeInput(input, results))) : null,
    composite_reason,
    gates,
  };
}

/** What the scorers say of the evidence: those of the task, or others. */
export function scoreEvidence(
  evidence: Evidence,
  scorers: readonly ScorerSpec[] = evidence.task.scenario.scorers,
): ScorerResult[] {
  const obstacle = whyNotScored(evidence.run);
  return scorers.map((spec) =>
    obstacle === null ? applyScorer(spec, evidence) : refuse(spec, { code: 'scorer_crashed', reason: obstacle }),
  );
}

/** Why a run gets neither scores nor verdicts; null when it does. */
export function whyNotScored({ failure }: Run): string | null {
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

function scorecardInput({ evidence: { run }, baseline }: GradeRunInput) {
  const { outcome, stages, wall_ms, resources } = run;
  return { outcome, stages, wall_ms, baseline, resources };
}

/** The verdict of a judge as far as it gates: one on probation is heard and decides nothing. */
export const gatingVerdict = (judgment: Judgment | null): 'PASS' | 'FAIL' | null =>
  judgment === null || judgment.standing === 'probation' ? null : judgment.verdict;

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
