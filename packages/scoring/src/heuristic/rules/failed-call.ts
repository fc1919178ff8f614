import type { Step } from '../context.ts';
import { type HeuristicRule, remark } from '../rule.ts';

const RECOVERED = 0.5;
const UNRECOVERED = 0;

/** Errors and non-zero exits; less severe when a later retry succeeded. */
export const failedCall: HeuristicRule = {
  id: 'failed-call',
  title: 'Calls succeed',
  description: 'A call that ends in an error did not achieve its purpose.',

  judge({ steps, repeatedReads }) {
    const succeeded = new Map<string, Step>();
    return steps.toReversed().flatMap((step) => {
      const key = retryKey(step);
      if (!step.failed) {
        // a repeated read does not count as a recovery
        if (!repeatedReads.has(step)) succeeded.set(key, step);
        return [];
      }
      const later = succeeded.get(key);
      const reason = later ? `failed, then succeeded in ${later.interaction.id}` : 'failed and never succeeded later';
      const success = later ? RECOVERED : UNRECOVERED;
      return remark(step, { success }, { reason, after: later ? [later] : [] });
    });
  },
};

const retryKey = ({ call, interaction: { id, kind, lane } }: Step): string => {
  if (kind === 'thinking') return `thinking ${lane ?? ''}`;
  return call === null ? `unknown ${id}` : call.retry_key;
};
