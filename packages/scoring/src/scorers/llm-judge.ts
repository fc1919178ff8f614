import { defineScorer, notApplicable } from '../scorer.ts';

/** A note to the judge, in the list of scorers so that it is frozen with them. */
export const llmJudge = defineScorer({
  type: 'llm_judge',
  title: 'A note for the judge',
  description: 'Says what a judge should look at; the judge answers in its own verdict.',
  family: 'outcome',
  required_by_default: false,
  may_gate: false,
  requires: [],
  score: () => notApplicable('a note for the judge, who answers it in a verdict of its own'),
});
