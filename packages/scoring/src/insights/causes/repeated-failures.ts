import type { Step } from '../../heuristic/context.ts';
import type { Cause } from '../cause.ts';
import { quoteCall } from '../quote-call.ts';
import { formatTimes } from '../words.ts';

const NAMED = 2;

/** The same call failing repeatedly while nothing changes. */
export const repeatedFailures: Cause = {
  id: 'repeated-failures',
  signals: ['success', 'necessity'],

  find({ steps }) {
    const groups = groupRepeated(steps.filter(({ failed }) => failed)).toSorted((a, b) => b.length - a.length);
    if (groups.length === 0) return null;
    const said = groups
      .slice(0, NAMED)
      .map((group) => `${quoteCall(group[0] as Step)} failed ${formatTimes(group.length)} without an edit in between`);
    const more = groups.length > NAMED ? [`${groups.length - NAMED} more calls failed repeatedly`] : [];
    return { words: [...said, ...more].join('; '), steps: groups.flat() };
  },
};

/** Groups of at least two failures of one call with no change in between. */
export function groupRepeated(failed: readonly Step[]): readonly (readonly Step[])[] {
  const groups = Map.groupBy(
    failed.filter(({ call }) => call !== null),
    ({ call, epoch, interaction: { lane } }) => `${call?.key} ${epoch} ${lane ?? ''}`,
  );
  return [...groups.values()].filter(({ length }) => length > 1);
}
