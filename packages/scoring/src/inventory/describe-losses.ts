import type { Finding } from '@assay/schema';
import { isWeaker } from './assertion-change.ts';
import type { ChangedAssertion, InventoryComparison } from './compare-inventories.ts';
import type { Loss } from './explain-losses.ts';
import { inOrder, type PlacedTest } from './placed-test.ts';

type Severity = NonNullable<Finding['severity']>;

/** Describes losses per test. If nothing is lost overall, only tests that no longer check anything are reported. */
export function describeLosses(comparison: InventoryComparison, severity: Severity): readonly Finding[] {
  const byTest = new Map<PlacedTest, Loss[]>();
  const inHelpers: Loss[] = [];
  for (const loss of comparison.losses) {
    if (loss.before === null) inHelpers.push(loss);
    else if (byTest.get(loss.before)?.push(loss) === undefined) byTest.set(loss.before, [loss]);
  }
  const gained = new Map<PlacedTest | null, number>();
  for (const { after } of comparison.gains) gained.set(after, (gained.get(after) ?? 0) + 1);
  const findings = [...byTest]
    .sort(([a], [b]) => inOrder(a, b))
    .flatMap(([before, losses]) => describeTest({ before, losses, comparison, severity, gained }))
    .map(markCertain);
  if (severity === 'review') return findings;
  return [...findings, ...inHelpers.map((loss) => markCertain(describeLoss(loss, 'a helper of the tests')))];
}

const markCertain = (finding: Finding): Finding =>
  finding.severity === 'failure' ? { ...finding, certain: true } : finding;

interface LostTest {
  readonly before: PlacedTest;
  readonly losses: readonly Loss[];
  readonly comparison: InventoryComparison;
  readonly severity: Severity;
  /** Number of assertions added to each test. */
  readonly gained: ReadonlyMap<PlacedTest | null, number>;
}

function describeTest({ before, losses, comparison, severity, gained }: LostTest): readonly Finding[] {
  const { test, path } = before;
  const after = losses[0]?.after ?? null;
  const sample = losses[0]?.assertion.text ?? '';
  const count = formatCount(losses.length, 'assertion');
  if (after === null) {
    const moved = comparison.left_runner.find(({ from }) => from.path === path);
    const place = { path: moved?.to.path ?? path, line: moved === undefined ? test.line : 1, before: sample };
    if (moved !== undefined)
      return [
        {
          ...place,
          kind: 'left_runner',
          severity,
          message: `the test "${test.name}" of ${path} is in ${moved.to.path} now, a name that test runners do not pick up`,
        },
      ];
    return [
      {
        ...place,
        kind: 'removed_test',
        severity,
        message: `the test "${test.name}" is gone with ${count} that ${losses.length === 1 ? 'is' : 'are'} made nowhere else`,
      },
    ];
  }
  const place = { path: after.path, line: after.test.line, before: sample };
  if (after.test.disarmed !== null)
    return [
      {
        ...place,
        kind: 'disarmed_test',
        severity,
        message: `the test "${after.test.name}" can no longer fail: ${DISARMED[after.test.disarmed]}`,
      },
    ];
  if (comparison.effective.after.of(after).length === 0)
    return [
      {
        ...place,
        kind: 'emptied_test',
        severity,
        message: `the test "${after.test.name}" asserts nothing any more; it had ${count}`,
      },
    ];
  if (severity === 'review') return [];
  const name = `the test "${after.test.name}"`;
  // as many as were added instead are no loss: it is unknown which of them were rewritten
  return losses.slice(gained.get(after) ?? 0).map((loss) => describeLoss(loss, name));
}

const DISARMED: Readonly<Record<NonNullable<PlacedTest['test']['disarmed']>, string>> = {
  early_return: 'it returns before its assertions',
  constant_condition: 'its assertions are under a condition that never holds',
  swallowed_failure: 'what its assertions raise is caught and dropped',
};

function describeLoss({ path, assertion, after }: Loss, where: string): Finding {
  return {
    path,
    // the test's current line: the assertion has none any more
    ...(after === null ? {} : { line: after.test.line }),
    kind: 'lost_assertion',
    severity: 'failure',
    before: assertion.text,
    message: `${where} no longer asserts \`${assertion.text}\``,
  };
}

/** Describes surviving assertions that changed, and tests with fewer data rows. */
export function describeChanges(comparison: InventoryComparison, weaker: Severity): readonly Finding[] {
  const changed = comparison.changed.map((change) => describeChange(change, weaker));
  const shorter = comparison.matching.pairs
    .filter(({ before, after }) => after.test.cases < before.test.cases)
    .map(
      ({ before, after }): Finding => ({
        path: after.path,
        line: after.test.line,
        kind: 'fewer_rows',
        severity: 'review',
        message: `the test "${after.test.name}" is run with ${formatCount(after.test.cases, 'row')} of data, ${before.test.cases} before`,
      }),
    );
  return [...changed, ...shorter];
}

function describeChange({ path, before, after, change, test_name }: ChangedAssertion, weaker: Severity): Finding {
  return {
    path,
    line: after.line,
    kind: KINDS[change],
    severity: isWeaker(change) ? weaker : 'review',
    before: before.text,
    after: after.text,
    message: `"${test_name}" ${SAYS[change]}: \`${before.text}\` became \`${after.text}\``,
  };
}

const KINDS: Readonly<Record<ChangedAssertion['change'], string>> = {
  weakened: 'weakened_assertion',
  widened: 'widened_tolerance',
  inverted: 'inverted_expectation',
  changed: 'changed_expectation',
};

const SAYS: Readonly<Record<ChangedAssertion['change'], string>> = {
  weakened: 'pins down less than before',
  widened: 'allows a wider margin',
  inverted: 'expects the opposite',
  changed: 'expects something else',
};

/** A count with its noun. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
