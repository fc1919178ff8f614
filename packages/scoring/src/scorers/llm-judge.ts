import { defineScorer, notApplicable } from '../scorer.ts';

/** A note to the judge, listed as a scorer so that it is frozen with the others. */
export const llmJudge = defineScorer({
  type: 'llm_judge',
  title: 'A note for the judge',
  description: 'Tells the judge what to check. It never passes or fails by itself.',
  family: 'outcome',
  required_by_default: false,
  may_gate: false,
  requires: [],
  score: () => notApplicable('a note for the judge, who answers it in a separate verdict'),
});
