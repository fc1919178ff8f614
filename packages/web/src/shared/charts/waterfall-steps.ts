import type { LedgerEntry } from '@assay/schema';

/** One bar of a waterfall: where it starts and ends on the scale of 0 to 100. */
export interface Step {
  readonly entry: LedgerEntry;
  readonly low: number;
  readonly high: number;
  readonly kind: 'loss' | 'gain';
}

/**
 * Places the entries of a ledger below each other, largest first and rounding last. Computes only positions; points
 * and score stay as given.
 */
export function waterfallSteps(ledger: readonly LedgerEntry[]): Step[] {
  let level = 100;
  return ledger
    .toSorted((a, b) => Number(isRounding(a)) - Number(isRounding(b)) || b.points - a.points)
    .map((entry) => {
      const before = level;
      level -= entry.points;
      const [low, high] = [Math.min(before, level), Math.max(before, level)];
      return { entry, low, high, kind: entry.points > 0 ? 'loss' : 'gain' };
    });
}

/** Splits the steps into the largest losses, the rest, and rounding. */
export function shortenSteps(steps: readonly Step[], shown: number): Shortened {
  const losses = steps.filter(({ entry }) => !isRounding(entry));
  return {
    first: losses.slice(0, shown),
    rest: losses.slice(shown),
    last: steps.filter(({ entry }) => isRounding(entry)),
  };
}

interface Shortened {
  readonly first: readonly Step[];
  readonly rest: readonly Step[];
  readonly last: readonly Step[];
}

const isRounding = ({ reason }: LedgerEntry): boolean => reason === 'rounding';
