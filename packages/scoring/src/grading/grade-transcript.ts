import {
  type AxisDimension,
  AxisResult,
  type Category,
  Gates,
  type GradedTranscript,
  type Interaction,
  type InteractionJudgment,
  type Judgment,
  type Outcome,
  Scorecard,
  type Transcript,
  toUsdMicros,
} from '@assay/schema';
import { judgedInteractions } from '../axis/score-axis.ts';
import { speedCategory, speedSignal } from '../axis/speed.ts';
import { findInsights } from '../insights/find-insights.ts';
import { mean } from '../math/sum.ts';
import { type ScoringChoice, scoreWith } from '../registry.ts';
import { projectOf } from '../sessions/project.ts';
import { readFacts } from '../sessions/read-facts.ts';
import { gatingVerdict } from './grade-run.ts';
import { rankSessionScorecard } from './rank-session-scorecard.ts';

/** The judgments of a run. */
export interface Opinion {
  readonly judged: InteractionJudgment;
  /** Null when only rules judged, which give no verdict. */
  readonly judgment: Judgment | null;
}

/**
 * Grades a run from its transcript and judgments: its facts, a scorecard without stages, baseline or resources, an AXIS
 * result without a goal, and gates without scorers. Each states what is missing. Rules alone give no AXIS result.
 */
export function gradeTranscript(
  source: string,
  transcript: Transcript,
  { judged, judgment }: Opinion,
  choice: ScoringChoice = {},
): Omit<GradedTranscript, 'redactions'> {
  const { interactions, entries, end, ...summary } = transcript;
  const outcome = outcomeOf(end.status);
  const compute = scoreWith(choice);
  const completed = outcome === 'COMPLETED';
  const measured = AxisResult.parse(
    compute('axis', {
      ...judgedInteractions(interactions, judged),
      goal: null,
      ...(choice.weights === undefined ? {} : { weights: choice.weights }),
    }),
  );
  const axis = judged.judge === 'heuristic' ? withholdAxis(measured, interactions) : measured;
  return {
    source,
    ...summary,
    ...readFacts(transcript),
    project: projectOf(source, entries),
    ending: end,
    scorecard:
      outcome === null
        ? null
        : rankSessionScorecard(
            Scorecard.parse(
              compute('scorecard', { outcome, stages: [], wall_ms: summary.wall_ms, baseline: null, resources: null }),
            ),
          ),
    scorecard_reason: outcome === null ? end.reason : null,
    axis,
    insights: findInsights({
      axis,
      entries,
      interactions,
      judged,
      judgment,
      cost_usd_micros: toUsdMicros(summary.cost_usd),
    }),
    gates: Gates.parse(
      compute('gates', { results: [], judge: gatingVerdict(judgment), run: { completed, passed: completed } }),
    ),
    interactions: {
      total: interactions.length,
      by_category: countCategories(interactions),
      errors: interactions.filter(({ is_error }) => is_error).length,
    },
    judge: judged.judge,
    interactions_judged: { judge: judged.judge, judged: judged.judged, of: judged.of, reason: judged.reason },
    judgment,
  };
}

// a run with an unknown end has no outcome, and so no scorecard
function outcomeOf(status: Transcript['end']['status']): Outcome | null {
  switch (status) {
    case 'completed':
      return 'COMPLETED';
    case 'limit':
    case 'denied':
    case 'interrupted':
      return 'BLOCKED';
    case 'failed':
      return 'FAILED';
    case 'unknown':
      return null;
  }
}

function countCategories(interactions: Transcript['interactions']): Record<string, number> {
  const counts: Record<string, number> = { environment: 0, service: 0, agent: 0 };
  for (const { categories } of interactions)
    for (const category of categories) counts[category] = (counts[category] ?? 0) + 1;
  return counts;
}

const REASON = 'withheld: needs a judge';

/**
 * The AXIS result of a session that only rules have judged: no score and no band. A dimension keeps what was measured:
 * the share of calls that did not fail, and the speed of the calls with a known duration.
 */
function withholdAxis(axis: AxisResult, interactions: readonly Interaction[]): AxisResult {
  const measure = (name: Category): AxisDimension => {
    const { interactions: count, ...dimension } = axis.dimensions[name];
    if (dimension.status === 'not_applicable') return axis.dimensions[name];
    const signals = name === 'agent' ? {} : measureSignals(name, interactions);
    return { status: 'withheld', score: null, raw: null, signals, interactions: count, judged: 0, reason: REASON };
  };
  return {
    ...axis,
    score: null,
    band: null,
    partial: true,
    reason: REASON,
    dimensions: {
      goal_achievement: axis.dimensions.goal_achievement,
      environment: measure('environment'),
      service: measure('service'),
      agent: measure('agent'),
    },
    insights: [],
    defaulted: [],
    ledger: [],
  };
}

function measureSignals(name: Category, interactions: readonly Interaction[]): Record<string, number> {
  const own = interactions.filter(({ categories }) => categories.includes(name));
  const success = mean(own.map(({ is_error }) => (is_error ? 0 : 1)));
  const speed = mean(
    own.flatMap(({ categories, duration_ms }) =>
      duration_ms === null ? [] : [speedSignal(speedCategory(categories), duration_ms).value],
    ),
  );
  return { ...(success !== null && { success }), ...(speed !== null && { speed }) };
}
