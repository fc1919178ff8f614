import type { Explanation, Gain, Loss } from './explain-losses.ts';
import type { PlacedTest } from './placed-test.ts';

interface Balance {
  lost: number;
  gained: number;
  explained: number;
  used: number;
}

/**
 * Counts explained losses that do not count as explained after all. A surviving test with as many assertions as before
 * was rewritten, which makes up for no other loss. A test that also lost something else was not just refactored.
 */
export function countDoubtful(
  { explained, used }: Explanation,
  { losses, gains }: { readonly losses: readonly Loss[]; readonly gains: readonly Gain[] },
): number {
  const tests = new Map<PlacedTest, Balance>();
  const balanceOf = (test: PlacedTest): Balance => {
    const balance = tests.get(test) ?? { lost: 0, gained: 0, explained: 0, used: 0 };
    tests.set(test, balance);
    return balance;
  };
  // assertions of helpers are counted elsewhere
  const tested = new Set([...losses.map(({ before }) => before), ...gains.map(({ after }) => after)]);
  const own = new Set([...tested].flatMap((placed) => placed?.test.assertions ?? []));
  for (const loss of losses) {
    if (loss.after === null || !own.has(loss.assertion)) continue;
    const balance = balanceOf(loss.after);
    balance.lost += 1;
    if (explained.has(loss)) balance.explained += 1;
  }
  for (const gain of gains) {
    if (gain.after === null || !own.has(gain.assertion)) continue;
    const balance = balanceOf(gain.after);
    balance.gained += 1;
    if (used.has(gain)) balance.used += 1;
  }
  let doubtful = 0;
  for (const balance of tests.values()) doubtful += doubtOf(balance);
  return doubtful;
}

function doubtOf({ lost, gained, explained, used }: Balance): number {
  const told = Math.max(0, explained - used);
  const isGone = lost - explained > gained - used;
  return isGone ? told : Math.max(0, told - Math.max(0, lost - gained));
}
