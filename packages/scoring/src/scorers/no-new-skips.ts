import type { Finding } from '@assay/schema';
import { noTestsReason, selectChangedTests } from '../inventory/changed-tests.ts';
import { compareMarkers, type MarkerChange, type MarkerComparison } from '../inventory/compare-markers.ts';
import { formatCount } from '../inventory/describe-losses.ts';
import { matchTests } from '../inventory/match-tests.ts';
import { placeTests } from '../inventory/placed-test.ts';
import { platformsIn } from '../inventory/platforms.ts';
import { countBlocking, describeTestLosses, isAboutRuns } from '../inventory/test-losses.ts';
import { DETECTION, defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Detects tests that no longer fail because they no longer run. */
export const noNewSkips = defineScorer({
  type: 'no_new_skips',
  title: 'No test is newly skipped',
  description: 'Fails when tests are newly skipped, expected to fail, or excluded by a focus on others.',
  ...DETECTION,
  requires: ['inventory', 'changed_paths'],

  score({ inventory, changed_paths }, config) {
    const tests = selectChangedTests(inventory, { changed_paths, config });
    const nothing = noTestsReason(tests);
    const losses = describeTestLosses(inventory, isAboutRuns);
    const left_out = countBlocking(inventory, isAboutRuns);
    if (nothing !== null && losses.length === 0) return notApplicable(nothing);
    const known = new Set(tests.before.map(({ path }) => path));
    const isLeftOut = (path: string): boolean => config.ignore_new_files && !known.has(path);
    const { added, ...matched } = matchTests(placeTests(tests.before), placeTests(tests.after));
    const changes = compareMarkers(
      { ...matched, added: added.filter(({ path }) => !isLeftOut(path)) },
      { before: tests.before, after: tests.after.filter(({ path }) => !isLeftOut(path)) },
    );
    const tested = new Set(tests.before.filter((file) => file.tests.length > 0).map(({ path }) => path));
    const born = new Set(inventory.new_platforms);
    const disables = (change: MarkerChange): boolean =>
      disablesExisting(change, tested) &&
      !(change.marker.conditional && platformsIn(change.marker.text).some((name) => born.has(name)));
    const net = countNew({ ...changes, added: changes.added.filter(disables) }, PLACES[config.granularity]);
    const findings = [
      ...changes.added.map((change) =>
        describe(change, {
          severity: net > 0 && disables(change) ? 'failure' : 'review',
          is_new_file: !known.has(change.path),
        }),
      ),
      ...losses,
    ];
    const counts = `${changes.added.length} new and ${changes.removed.length} gone`;
    const others = changes.added.filter((change) => !disables(change)).length;
    if (net + left_out === 0)
      return pass(
        others === 0
          ? `no net new markers: ${counts}`
          : `no test that ran before is newly skipped; ${formatCount(others, 'other new marker')} to review`,
        { findings },
      );
    const count = tests.after.reduce((sum, file) => sum + file.tests.length, 0);
    const reasons = [
      ...(net > 0 ? [`${formatCount(net, 'net new marker')}: ${counts}`] : []),
      ...(left_out > 0 ? [`${formatCount(left_out, 'change')} that keep tests from running or failing`] : []),
    ];
    return fail(Math.max(0, 1 - (net + left_out) / Math.max(1, count)), reasons.join(', '), { findings });
  },
});

/** Whether a marker disables tests that existed before; a new test may have its own guards. */
const disablesExisting = ({ path, marker, tests, with_tests }: MarkerChange, tested: ReadonlySet<string>): boolean =>
  marker.kind === 'focus' ||
  (tests.length > 0 ? !with_tests : (tested.has(path) && !isInHelper(path)) || !marker.conditional);

// in Go, what is outside of tests is in a function that they may call
const isInHelper = (path: string): boolean => path.endsWith('.go');

const PLACES: Readonly<Record<'total' | 'file' | 'test', (change: MarkerChange) => string>> = {
  total: () => '',
  file: ({ path }) => path,
  test: ({ path, tests }) => `${path}\0${tests.map(({ test }) => test.name).join('\0')}`,
};

/** Net new markers; removals in one place do not offset additions in another. */
function countNew({ added, removed }: MarkerComparison, placeOf: (change: MarkerChange) => string): number {
  const net = new Map<string, number>();
  for (const change of added) net.set(placeOf(change), (net.get(placeOf(change)) ?? 0) + 1);
  for (const change of removed) net.set(placeOf(change), (net.get(placeOf(change)) ?? 0) - 1);
  let count = 0;
  for (const one of net.values()) count += Math.max(0, one);
  return count;
}

function describe(
  { path, marker, tests, with_tests }: MarkerChange,
  { severity, is_new_file }: { severity: 'failure' | 'review'; is_new_file: boolean },
): Finding {
  const [first] = tests;
  const others = tests.length > 1 ? ` and ${tests.length - 1} more` : '';
  const on = first === undefined ? 'the whole file' : `"${first.test.name}"${others}`;
  const when = marker.conditional ? ' under a condition' : '';
  const born = with_tests ? ', which is new' : '';
  return {
    path,
    line: marker.line,
    kind: `new_${marker.kind}`,
    severity,
    // a marker on a new test, or one that depends on a platform, can be legitimate
    ...(severity === 'failure' && !marker.conditional && !with_tests && !is_new_file && { certain: true as const }),
    after: marker.text,
    message: `\`${marker.text}\` ${DOES[marker.kind]} ${on}${when}${born}`,
  };
}

const DOES = {
  skip: 'skips',
  expected_failure: 'expects the failure of',
  focus: 'leaves out every test but',
} as const;
