import { quoteCall } from '../../insights/quote-call.ts';
import { formatDuration, formatTimes } from '../../insights/words.ts';
import { timedOut } from '../facts/outcome.ts';
import type { SessionStep } from '../session.ts';
import { type FindingRule, refsOf } from './finding-rule.ts';

/** A command that was stopped because it took too long. */
export const hungCommand: FindingRule = {
  kind: 'hung-command',

  find({ session: { steps, record } }) {
    const hung = Map.groupBy(steps.filter(timedOut), ({ call }) => call?.key ?? '');
    return [...hung.values()].map((group) => {
      const refs = refsOf(group);
      const hung_ms = group.reduce((all, { interaction }) => all + (interaction.duration_ms ?? 0), 0);
      const time =
        hung_ms === 0 || record.wall_ms === null
          ? ''
          : `, ${formatDuration(hung_ms)} of ${formatDuration(record.wall_ms)}`;
      const often = group.length === 1 ? 'once' : formatTimes(group.length);
      const again = isUnchanged(group) ? ', and was run again unchanged' : '';
      return {
        message: `${quoteCall(group[0] as SessionStep)} hung ${often}${time}${again}`,
        advice: 'Give it a time limit, or run it in the background and look at its log.',
        refs,
      };
    });
  },
};

const isUnchanged = (group: readonly SessionStep[]): boolean =>
  group.some((step, i) => i > 0 && step.epoch === group[i - 1]?.epoch);
