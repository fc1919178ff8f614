import {
  AxisResult,
  type AxisWeights,
  Composite,
  type Consumption,
  type Evidence,
  Gates,
  type Grade,
  type HeuristicJudgment,
  type Interaction,
  type LatencyBaseline,
  type Run,
  Scorecard,
  type ScorerResult,
} from '@assay/schema';
import { applyScorer, isGate, refuse } from './apply-scorer.ts';
import { judgedInteractions } from './axis/judged-interactions.ts';
import { isScored, meanScore } from './mean-score.ts';
import { score } from './registry.ts';

/** What a run is graded from. */
export interface GradeRunInput {
  readonly evidence: Evidence;
  readonly interactions: readonly Interaction[];
  readonly judgment: HeuristicJudgment | null;
  /** The typical duration in the workspace, this run left out. */
  readonly baseline: LatencyBaseline | null;
  /** What the run it is compared with consumed. */
  readonly reference: Consumption | null;
  readonly graded_at: string;
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
  const { run, task } = input.evidence;
  const obstacle = findObstacle(run);
  const results = task.scenario.scorers.map((spec) =>
    obstacle === null ? applyScorer(spec, input.evidence) : refuse(spec, { code: 'scorer_crashed', reason: obstacle }),
  );
  const compute = (formula: string, data: unknown): object => {
    const { formulas = {} } = input;
    return score(Object.hasOwn(formulas, formula) ? `${formula}@${formulas[formula]}` : formula, data);
  };
  const gates = Gates.parse(
    compute('gates', {
      results: results.map((result) => ({ name: result.name, verdict: result.verdict, required: isGate(result) })),
      judge: null,
      run: { completed: run.outcome === 'COMPLETED', passed: run.stages.every(({ passed }) => passed) },
    }),
  );
  const composite_reason = obstacle ?? describeErrors(results);
  return {
    run_id: run.run_id,
    graded_at: input.graded_at,
    label: null,
    results,
    overall: gates.scorers,
    mean_score: meanScore(results),
    mean_required: meanScore(results.filter(({ required }) => required)),
    scored: results.filter(isScored).length,
    of: results.length,
    needs_regrade: results.some(({ verdict }) => verdict === 'ERROR'),
    judgment_ids: [],
    not_scored: obstacle === null ? null : { reason: obstacle },
    scorecard: obstacle === null ? Scorecard.parse(compute('scorecard', scorecardInput(input))) : null,
    axis: obstacle === null ? AxisResult.parse(compute('axis', axisInput(input))) : null,
    composite: composite_reason === null ? Composite.parse(compute('composite', compositeInput(input, results))) : null,
    composite_reason,
    gates,
  };
}

function findObstacle({ failure }: Run): string | null {
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

function axisInput({ interactions, judgment, weights }: GradeRunInput) {
  // the rubric is for a judge to grade, and rules cannot
  return { ...judgedInteractions(interactions, judgment), goal: null, ...(weights === undefined ? {} : { weights }) };
}

function compositeInput(
  { evidence: { run }, interactions, reference }: GradeRunInput,
  results: readonly ScorerResult[],
) {
  const checks = results.filter(isScored);
  return {
    checks: { passed: checks.filter(({ verdict }) => verdict === 'PASS').length, total: checks.length },
    judge: null,
    cost: {
      tokens: run.usage === null ? null : run.usage.input_tokens + run.usage.output_tokens,
      tool_calls: interactions.filter(({ kind }) => kind === 'tool').length,
      wall_ms: run.wall_ms,
    },
    reference,
  };
}
