import {
  AxisResult,
  Gates,
  type GradedTranscript,
  type InteractionJudgment,
  type Judgment,
  type Outcome,
  Scorecard,
  type Transcript,
  toUsdMicros,
} from '@assay/schema';
import { judgedInteractions } from '../axis/score-axis.ts';
import { findInsights } from '../insights/find-insights.ts';
import { type ScoringChoice, scoreWith } from '../registry.ts';
import { gatingVerdict } from './grade-run.ts';

/** Without entries there are no insights. */
type Summary = Omit<Transcript, 'entries'> & Partial<Pick<Transcript, 'entries'>>;

/** The judgments of a run. */
export interface Opinion {
  readonly judged: InteractionJudgment;
  /** Null when only rules judged, which give no verdict. */
  readonly judgment: Judgment | null;
}

/**
 * Grades a run from its transcript and judgments: a scorecard without stages, baseline or resources, an AXIS result
 * without a goal, and gates without scorers. Each states what is missing.
 */
export function gradeTranscript(
  source: string,
  transcript: Summary,
  { judged, judgment }: Opinion,
  choice: ScoringChoice = {},
): Omit<GradedTranscript, 'redactions'> {
  const { interactions, entries, ...facts } = transcript;
  const outcome = outcomeOf(transcript.end.status);
  const compute = scoreWith(choice);
  const completed = outcome === 'COMPLETED';
  const axis = AxisResult.parse(
    compute('axis', {
      ...judgedInteractions(interactions, judged),
      goal: null,
      ...(choice.weights === undefined ? {} : { weights: choice.weights }),
    }),
  );
  return {
    source,
    ...facts,
    scorecard:
      outcome === null
        ? null
        : Scorecard.parse(
            compute('scorecard', { outcome, stages: [], wall_ms: transcript.wall_ms, baseline: null, resources: null }),
          ),
    scorecard_reason: outcome === null ? transcript.end.reason : null,
    axis,
    ...(entries === undefined
      ? {}
      : {
          insights: findInsights({
            axis,
            entries,
            interactions,
            judged,
            judgment,
            cost_usd_micros: toUsdMicros(facts.cost_usd),
          }),
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
