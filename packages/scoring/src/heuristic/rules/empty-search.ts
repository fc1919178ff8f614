import { type HeuristicRule, remark } from '../rule.ts';

// knowing that there is nothing is useful, but less so than a match
const VALUES = { necessity: 0.8, relevance: 0.6 };

/** A search or a listing without a result. */
export const emptySearch: HeuristicRule = {
  id: 'empty-search',
  title: 'Searches find something',
  description: 'A search without results looked in the wrong place or for the wrong name.',

  judge: ({ steps }) =>
    steps.flatMap((step) => (step.found_nothing ? remark(step, VALUES, { reason: 'found nothing' }) : [])),
};
