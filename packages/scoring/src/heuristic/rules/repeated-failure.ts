import type { Step } from '../context.ts';
import { type HeuristicRule, remark } from '../rule.ts';

const VALUES = { necessity: 0, relevance: 0.25 };

/** The same failing call again, with nothing changed in between. */
export const repeatedFailure: HeuristicRule = {
  id: 'repeated-failure',
  title: 'A failure is followed by a change',
  description: 'A failed call fails again unless something changes first.',

  judge({ steps }) {
    const failures = new Map<string, Step>();
    return steps.flatMap((step) => {
      if (!step.failed || step.call === null) return [];
      const key = `${step.call.key} ${step.interaction.lane ?? ''}`;
      const earlier = failures.get(key);
      failures.set(key, step);
      if (earlier?.epoch !== step.epoch) return [];
      const reason = `the same call failed in ${earlier.interaction.id}, and nothing changed in between`;
      return remark(step, VALUES, { reason, after: [earlier] });
    });
  },
};
