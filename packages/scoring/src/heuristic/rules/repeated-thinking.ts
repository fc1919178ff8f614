import type { Step } from '../context.ts';
import { valueDigest } from '../digest.ts';
import { type HeuristicRule, remark } from '../rule.ts';

/** Shorter texts may be repeated for good reasons. */
const LONG_CHARACTERS = 200;
const VALUES = { necessity: 0.25, relevance: 0.25 };

/** A stretch of thinking of which at least half repeats an earlier text verbatim. */
export const repeatedThinking: HeuristicRule = {
  id: 'repeated-thinking',
  title: 'Thoughts are not repeated',
  description: 'Repeating a long text makes no progress.',

  judge({ steps }) {
    const said = new Map<string, Step>();
    return steps.flatMap((step) => {
      let [all, again] = [0, 0];
      let first: Step | undefined;
      for (const { text } of step.thoughts) {
        const plain = text.trim();
        all += plain.length;
        if (plain.length < LONG_CHARACTERS) continue;
        const key = valueDigest([step.interaction.lane ?? null, plain]);
        const earlier = said.get(key);
        if (earlier === undefined) said.set(key, step);
        else again += plain.length;
        first ??= earlier;
      }
      if (first === undefined || again * 2 < all) return [];
      return remark(step, VALUES, { reason: `repeats ${first.interaction.id}`, after: [first] });
    });
  },
};
