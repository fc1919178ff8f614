import type { Grade, Interaction } from '@assay/schema';
import { readInsights } from '../../../shared/insights.ts';
import { hasColor } from '../../../shared/result.ts';
import type { ShownRun } from '../../../shared/run-view.ts';
import type { Scores } from '../../../shared/scores.ts';
import type { Transcript } from './read-transcript.ts';

/** The parts of a run that have loaded so far. */
export interface RunParts {
  readonly grade: Grade | undefined;
  readonly transcript: Transcript | undefined;
  readonly diff: string | undefined;
}

/** The run in the form that the cards of the report need. Missing parts stay empty. */
export function buildShownRun({ grade, transcript, diff }: RunParts): ShownRun {
  const { interactions, entries } = transcript ?? NOTHING;
  const judgment = grade?.judgment ?? null;
  const interactions_judged = grade?.interactions_judged ?? null;
  return {
    grade: { interactions: countInteractions(interactions), judge: interactions_judged?.judge ?? 'none', judgment },
    interactions,
    entries,
    notes: grade?.interaction_notes ?? null,
    run: { results: grade?.results ?? [], judgment, interactions_judged },
    ...(diff === undefined ? {} : { diff }),
  };
}

const NOTHING = { interactions: [], entries: [] };

export const gradeScores = (grade: Grade): Scores => ({
  scorecard: grade.scorecard,
  scorecard_reason: grade.scorecard_reason,
  axis: grade.axis,
  insights: readInsights(grade.axis, grade.insights),
  gates: grade.gates,
  judgment: grade.judgment,
  judge_gates: grade.judge_gates ?? true,
  not_scored: grade.not_scored?.reason ?? null,
  colored: hasColor(grade),
});

function countInteractions(interactions: readonly Interaction[]) {
  const by_category: Record<string, number> = {};
  for (const { categories } of interactions)
    for (const category of categories) by_category[category] = (by_category[category] ?? 0) + 1;
  return { total: interactions.length, by_category, errors: interactions.filter(({ is_error }) => is_error).length };
}
