import type { Step } from '../context.ts';
import { type HeuristicRule, remark } from '../rule.ts';

const RECOVERED = 0.5;
const UNRECOVERED = 0;

/** Errors and non-zero exits; less so where the same was done with success later. */
export const failedCall: HeuristicRule = {
  id: 'failed-call',
  title: 'Calls succeed',
  description: 'A call that ends in an error brought nothing it was made for.',

  judge({ steps, repeatedReads }) {
    const succeeded = new Map<string, Step>();
    return steps.toReversed().flatMap((step) => {
      const key = retryKey(step);
      if (!step.failed) {
        // what was known before makes up for nothing
        if (!repeatedReads.has(step)) succeeded.set(key, step);
        return [];
      }
      const later = succeeded.get(key);
      const reason = later ? `failed, and succeeded later in ${later.interaction.id}` : 'failed, and was not made good';
      const success = later ? RECOVERED : UNRECOVERED;
      return remark(step, { success }, { reason, after: later ? [later] : [] });
    });
  },
};

const retryKey = ({ call, interaction: { id, kind, lane } }: Step): string => {
  if (kind === 'thinking') return `thinking ${lane ?? ''}`;
  return call === null ? `unknown ${id}` : call.retry_key;
};
