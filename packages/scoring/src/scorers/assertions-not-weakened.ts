import { isWeaker } from '../inventory/assertion-change.ts';
import { noTestsReason, selectChangedTests } from '../inventory/changed-tests.ts';
import { compareInventories, type InventoryComparison } from '../inventory/compare-inventories.ts';
import { describeChanges, describeLosses, formatCount } from '../inventory/describe-losses.ts';
import { describeMocked } from '../inventory/mocked-units.ts';
import type { PlacedTest } from '../inventory/placed-test.ts';
import { sortLosses } from '../inventory/soft-losses.ts';
import { countBlocking, describeTestLosses, isAboutAssertions } from '../inventory/test-losses.ts';
import { describeSnapshots, sortSnapshots } from '../inventory/unexplained-snapshots.ts';
import { DETECTION, defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Detects tests that pass because they check less. */
export const assertionsNotWeakened = defineScorer({
  type: 'assertions_not_weakened',
  title: 'The tests assert no less than before',
  description: 'Fails when tests lose assertions. A test that asserts less passes more easily.',
  ...DETECTION,
  requires: ['inventory', 'changed_paths'],

  score({ inventory, changed_paths }, config) {
    const tests = selectChangedTests(inventory, { changed_paths, config });
    const comparison = compareInventories(tests, { ...config, inventory, changed_paths });
    const { before, after, explained } = comparison.totals;
    const { unexplained, others } = sortSnapshots({
      snapshots: inventory.snapshots ?? [],
      changed: comparison.changed,
      changed_paths,
    });
    const easier = config.strength ? 'failure' : 'review';
    const { hard, findings: excused } = sortLosses(comparison, inventory);
    const counted = Math.min(hard.length, COUNT_LOST[config.granularity](comparison));
    const losses = describeLosses({ ...comparison, losses: hard }, counted > 0 ? 'failure' : 'review');
    // a loss without a place, such as one that as many new assertions make up for, fails nothing
    const lost = losses.some(({ severity }) => severity === 'failure') ? counted : 0;
    const disabled = countBlocking(inventory, isAboutAssertions);
    const replaced = [...describeMocked(comparison.matching.pairs, easier), ...describeSnapshots(unexplained, easier)];
    const findings = [
      ...losses,
      ...excused,
      ...describeChanges({ ...comparison, changed: others }, easier),
      ...replaced,
      ...describeTestLosses(inventory, isAboutAssertions),
    ];
    const weaker = others.filter(({ change }) => isWeaker(change)).length;
    const reasons = [
      ...(lost > 0 ? [`${lost} of ${before} assertions are gone`] : []),
      ...(disabled > 0 ? [`${formatCount(disabled, 'statement')} of tests can no longer fail them`] : []),
      ...(config.strength && weaker > 0 ? [`${weaker} of ${before} assertions became weaker`] : []),
      ...(config.strength && replaced.length > 0
        ? [`${formatCount(replaced.length, 'check')} replaced by a stand-in or another snapshot`]
        : []),
    ];
    const refactored = explained > 0 ? `; ${explained} fewer because the same is said in fewer words` : '';
    const less = lost + disabled + (config.strength ? weaker + replaced.length : 0);
    if (less > 0) return fail(Math.max(0, before - less) / Math.max(1, before), reasons.join(', '), { findings });
    const nothing = noTestsReason(tests) ?? (before === 0 ? 'there was no assertion in the changed test files' : null);
    if (nothing !== null) return { ...notApplicable(nothing), findings };
    return pass(`${after} assertions after, ${before} before${refactored}`, { findings });
  },
});

const COUNT_LOST: Readonly<Record<'total' | 'file' | 'test', (comparison: InventoryComparison) => number>> = {
  total: ({ totals }) => totals.lost,
  file: (comparison) => sumLosses(comparison, ({ path }) => path),
  // assertions lost with a whole test are not made up for by another
  test: (comparison) => sumLosses(comparison, ({ path, before, after }) => after ?? before ?? path),
};

interface Place {
  readonly path: string;
  readonly before?: PlacedTest | null;
  readonly after: PlacedTest | null;
}

/** Net losses per place; gains in one place do not offset losses in another. */
function sumLosses({ losses, gains }: InventoryComparison, placeOf: (place: Place) => unknown): number {
  const net = new Map<unknown, number>();
  for (const loss of losses) net.set(placeOf(loss), (net.get(placeOf(loss)) ?? 0) + 1);
  for (const gain of gains) net.set(placeOf(gain), (net.get(placeOf(gain)) ?? 0) - 1);
  let lost = 0;
  for (const count of net.values()) lost += Math.max(0, count);
  return lost;
}
