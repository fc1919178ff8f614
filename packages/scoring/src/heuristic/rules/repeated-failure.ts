import type { Step } from '../context.ts';
import { type HeuristicRule, remark } from '../rule.ts';

const VALUES = { necessity: 0, relevance: 0.25 };

/** The same failing call once more, with nothing changed since. */
export const repeatedFailure: HeuristicRule = {
  id: 'repeated-failure',
  title: 'A failure is answered with a change',
  description: 'What failed fails again as long as nothing is different.',

  judge({ steps }) {
    const failures = new Map<string, Step>();
    return steps.flatMap((step) => {
      if (!step.failed || step.call === null) return [];
      const key = `${step.call.key} ${step.interaction.lane ?? ''}`;
      const earlier = failures.get(key);
      failures.set(key, step);
      if (earlier?.epoch !== step.epoch) return [];
      const reason = `the same call had failed in ${earlier.interaction.id}, and nothing had changed since`;
      return remark(step, VALUES, { reason, after: [earlier] });
    });
  },
};
