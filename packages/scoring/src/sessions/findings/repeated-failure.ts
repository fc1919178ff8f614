import { quoteCall } from '../../insights/quote-call.ts';
import { formatTimes } from '../../insights/words.ts';
import { timedOut } from '../facts/outcome.ts';
import type { SessionStep } from '../session.ts';
import { type FindingRule, refsOf } from './finding-rule.ts';
import { missingName } from './missing-tool.ts';

const OFTEN = 3;

/** One call that failed three times or more, or twice with nothing changed in between. */
export const repeatedFailure: FindingRule = {
  kind: 'repeated-failure',

  find({ session: { steps } }) {
    const failed = steps.filter(
      (step) => step.outcome === 'failed' && step.call !== null && !timedOut(step) && missingName(step) === null,
    );
    const groups = Map.groupBy(failed, ({ call, interaction: { lane } }) => `${call?.key} ${lane ?? ''}`);
    return [...groups.values()].flatMap((group) => {
      const unchanged = group.filter((step, i) => i > 0 && step.epoch === group[i - 1]?.epoch).length;
      if (group.length < OFTEN && unchanged === 0) return [];
      const how =
        unchanged === 0 ? '' : `, ${unchanged === 1 ? 'once' : formatTimes(unchanged)} with nothing changed in between`;
      return [
        {
          message: `${quoteCall(group[0] as SessionStep)} failed ${formatTimes(group.length)}${how}`,
          advice:
            unchanged === 0
              ? 'Read its first error before the next attempt; if it is known, put the cause into the instructions of the agent.'
              : 'Change something before running it again.',
          refs: refsOf(group),
        },
      ];
    });
  },
};
