import { type HeuristicRule, remark } from '../rule.ts';

// weight too: of what is known already, no size is the right one
const VALUES = { necessity: 0, relevance: 0, weight: 0 };

/** A file read again that was not written to since. */
export const repeatedRead: HeuristicRule = {
  id: 'repeated-read',
  title: 'A file is read once',
  description: 'Reading again what is known fills the context and brings nothing.',

  judge: ({ repeatedReads }) =>
    [...repeatedReads].flatMap(([step, earlier]) => {
      const what = step.call?.targets.join(', ').slice(-120) || 'the same';
      const reason = `read ${what} again, unchanged since ${earlier.interaction.id}`;
      return remark(step, VALUES, { reason, after: [earlier] });
    }),
};
