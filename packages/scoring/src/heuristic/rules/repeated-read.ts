import { type HeuristicRule, remark } from '../rule.ts';

// weight too: known content is oversized at any size
const VALUES = { necessity: 0, relevance: 0, weight: 0 };

/** A file read again although it was not written in between. */
export const repeatedRead: HeuristicRule = {
  id: 'repeated-read',
  title: 'A file is read once',
  description: 'Reading unchanged content again fills the context and adds nothing.',

  judge: ({ repeatedReads }) =>
    [...repeatedReads].flatMap(([step, earlier]) => {
      const what = step.call?.targets.join(', ').slice(-120) || 'the same';
      const reason = `read ${what} again, unchanged since ${earlier.interaction.id}`;
      return remark(step, VALUES, { reason, after: [earlier] });
    }),
};
