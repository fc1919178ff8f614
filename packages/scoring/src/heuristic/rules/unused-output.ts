import { type HeuristicRule, remark } from '../rule.ts';
import { MANY_TOKENS } from '../uses.ts';

const VALUES = { relevance: 0.3 };

/** A large output of which no file name, identifier or number appears again. */
export const unusedOutput: HeuristicRule = {
  id: 'unused-output',
  title: 'What is read is used',
  description: 'An unused large output crowds out what matters.',

  judge: ({ uses, repeatedReads }) =>
    [...uses].flatMap(([step, { tokens, used, followed }]) => {
      // prose without names cannot be traced, and nothing can use the last output
      const isTraceable = followed && tokens >= MANY_TOKENS;
      if (!isTraceable || used > 0 || step.failed || step.call?.role === 'edit' || repeatedReads.has(step)) return [];
      return remark(step, VALUES, { reason: `none of its ${step.output_bytes} bytes are used later` });
    }),
};
