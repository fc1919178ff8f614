import { type HeuristicRule, remark } from '../rule.ts';

// that there is nothing is worth knowing, if less than where something is
const VALUES = { necessity: 0.8, relevance: 0.6 };

/** A search or a listing without a result. */
export const emptySearch: HeuristicRule = {
  id: 'empty-search',
  title: 'Searches find something',
  description: 'A search that finds nothing was aimed at the wrong place or the wrong name.',

  judge: ({ steps }) =>
    steps.flatMap((step) => (step.found_nothing ? remark(step, VALUES, { reason: 'found nothing' }) : [])),
};
