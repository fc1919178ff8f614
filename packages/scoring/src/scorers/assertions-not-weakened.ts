import { isWeaker } from '../inventory/change-of.ts';
import { selectChangedTests, whyNothing } from '../inventory/changed-tests.ts';
import { compareInventories, type InventoryComparison } from '../inventory/compare-inventories.ts';
import { describeChanges, describeLosses } from '../inventory/describe-losses.ts';
import type { PlacedTest } from '../inventory/placed-test.ts';
import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Keeps tests from being made to pass by asking less of the code. */
export const assertionsNotWeakened = defineScorer({
  type: 'assertions_not_weakened',
  title: 'The tests assert no less than before',
  description: 'A test that asserts less passes more easily, and says less about the code.',
  required_by_default: false,
  may_gate: true,
  requires: ['inventory', 'changed_paths'],

  score({ inventory, changed_paths }, config) {
    const tests = selectChangedTests(inventory, { changed_paths, config });
    const nothing = whyNothing(tests);
    if (nothing !== null) return notApplicable(nothing);
    const comparison = compareInventories(tests, { ...config, inventory, changed_paths });
    const { before, after, explained } = comparison.totals;
    if (before === 0) return notApplicable('there was no assertion in the changed test files');
    const lost = COUNT_LOST[config.granularity](comparison);
    const weaker = config.strength ? comparison.changed.filter(({ change }) => isWeaker(change)).length : 0;
    const findings = [
      ...describeLosses(comparison, lost > 0 ? 'failure' : 'review'),
      ...describeChanges(comparison, weaker > 0 ? 'failure' : 'review'),
    ];
    const refactored = explained > 0 ? `; ${explained} fewer because the same is said in fewer words` : '';
    if (lost + weaker === 0) return pass(`${after} assertions after, ${before} before${refactored}`, { findings });
    const reasons = [
      ...(lost > 0 ? [`${lost} of ${before} assertions are gone`] : []),
      ...(weaker > 0 ? [`${weaker} of ${before} assertions became weaker`] : []),
    ];
    return fail(Math.max(0, before - lost - weaker) / before, reasons.join(', '), { findings });
  },
});

const COUNT_LOST: Readonly<Record<'total' | 'file' | 'test', (comparison: InventoryComparison) => number>> = {
  total: ({ totals }) => Math.max(0, totals.before - totals.after - totals.explained),
  file: (comparison) => sumLosses(comparison, ({ path }) => path),
  // what is lost with a whole test is not made up for by another
  test: (comparison) => sumLosses(comparison, ({ path, before, after }) => after ?? before ?? path),
};

interface Place {
  readonly path: string;
  readonly before?: PlacedTest | null;
  readonly after: PlacedTest | null;
}

/** What each place lost, less what it gained; what one gained is of no use to another. */
function sumLosses({ losses, gains }: InventoryComparison, placeOf: (place: Place) => unknown): number {
  const net = new Map<unknown, number>();
  for (const loss of losses) net.set(placeOf(loss), (net.get(placeOf(loss)) ?? 0) + 1);
  for (const gain of gains) net.set(placeOf(gain), (net.get(placeOf(gain)) ?? 0) - 1);
  let lost = 0;
  for (const count of net.values()) lost += Math.max(0, count);
  return lost;
}
