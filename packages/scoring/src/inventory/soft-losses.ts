import type { Finding, Inventory, TestMarker } from '@assay/schema';
import type { InventoryComparison } from './compare-inventories.ts';
import type { Loss } from './explain-losses.ts';
import { canFail } from './pair-assertions.ts';
import type { PlacedTest } from './placed-test.ts';
import { lastNamePart, tokenize } from './words.ts';

/** Why a lost assertion may be no loss. A person decides, so it does not block the change. */
type Excuse = 'same_statements' | 'same_values' | 'rewritten' | 'feature_removed' | 'duplicate';

const SAYS: Readonly<Record<Exclude<Excuse, 'same_statements'>, string>> = {
  same_values: 'was rewritten; its values are still there, in another form',
  rewritten: 'was rewritten and has fewer assertions; make sure that it checks as much as before',
  feature_removed: 'went with code of the product that it tested',
  duplicate: 'is gone; another test asserts the same',
};

export interface SortedLosses {
  /** Losses without an excuse. */
  readonly hard: readonly Loss[];
  /** One finding for each test whose losses have an excuse. */
  readonly findings: readonly Finding[];
}

/** Separates losses that nothing explains from those that a person should judge. */
export function sortLosses(
  { losses, matching, left_runner, retired, effective }: InventoryComparison,
  inventory: Inventory,
): SortedLosses {
  const accounted = new Map((inventory.accounted_tests ?? []).map(({ path, test, by }) => [`${path}\0${test}`, by]));
  const removed = new Set(inventory.removed_names ?? []);
  const made = new Set(
    matching.pairs.flatMap(({ after }) => after.test.assertions.map((assertion) => keyOf(after.path, assertion))),
  );
  const unfound = new Set(left_runner.map(({ from }) => from.path));
  // files in which a test gained an assertion
  const asserting = new Set(
    [
      ...matching.pairs.filter(({ before, after }) => hasNew(after, before)).map(({ after }) => after),
      ...matching.added,
    ]
      .filter((placed) => effective.after.of(placed).length > 0)
      .flatMap(({ path }) => path),
  );
  // files with a test that can fail: values that became data are checked there
  const remaining = new Set(
    matching.pairs.filter(({ after }) => effective.after.of(after).length > 0).map(({ after }) => after.path),
  );
  const asksNewHelper = (before: PlacedTest, after: PlacedTest): boolean => {
    const known = new Set(effective.before.helpersOf(before).map(({ helper }) => helper.name));
    return effective.after
      .helpersOf(after)
      .some(({ helper }) => !known.has(helper.name) && helper.assertions.some(canFail));
  };
  const excuse = ({ before, after, assertion, path }: Loss): Excuse | null => {
    const words = tokenize(assertion.text).map((word) => word.replace(/^["'`]|["'`]$/g, ''));
    const isRemoved = [...words, ...(before?.test.calls ?? []).map(lastNamePart)].some((name) => removed.has(name));
    if (before === null) return isRemoved ? 'feature_removed' : null;
    // it did not run
    if (before.test.markers.some(isAlways)) return 'same_statements';
    if (after === null && unfound.has(before.path)) return null;
    // an explanation must be earned: by assertions that can fail, in a test that can
    if (after !== null && after.test.disarmed !== null) return null;
    const by = accounted.get(`${before.path}\0${before.test.name}`);
    if (by === 'same_statements' || isImplied(assertion, after)) return 'same_statements';
    if (by === 'copied') return 'duplicate';
    if (after !== null && effective.after.of(after).length === 0) return null;
    const isAsserted = asserting.has(path) || keepsInner(assertion, after);
    // the tests of a file may be in another one now
    const isMoved = !remaining.has(path) && asserting.size > 0;
    const isKept = after === null ? remaining.has(path) || isMoved : asksNewHelper(before, after);
    if (by === 'same_values' && (isAsserted || isKept)) return by;
    if (by === 'rewritten' && after !== null && hasNew(after, before)) return by;
    if (by === 'removed_code' || isRemoved || retired.has(path)) return 'feature_removed';
    // a subject without a call may be another value of the same name
    if (after === null && assertion.subject.includes('(') && made.has(keyOf(path, assertion))) return 'duplicate';
    return null;
  };
  const excused = new Map<PlacedTest, Exclude<Excuse, 'same_statements'>>();
  const hard = losses.filter((loss) => {
    const found = excuse(loss);
    if (found !== null && found !== 'same_statements' && loss.before !== null) excused.set(loss.before, found);
    return found === null;
  });
  const findings = [...excused].map(
    ([{ path, test }, why]): Finding => ({
      path,
      line: test.line,
      kind: why,
      severity: 'review',
      message: `the test "${test.name}" ${SAYS[why]}`,
    }),
  );
  return { hard, findings };
}

/** Whether a test is skipped everywhere. A marker of another name, such as `skip_on_windows`, may be conditional. */
const isAlways = ({ kind, conditional, text }: TestMarker): boolean =>
  kind === 'skip' && !conditional && SKIPS.test(text) && !/if|unless|when/i.test(text);
const SKIPS = /\bskip\b|\bx(?:it|test|describe|context)\b|@Disabled\b|@Ignore\b|\[ignore\b/i;

/** Whether a value is known to be true from what is still asserted about a part of it. */
const isImplied = ({ subject, negated, strength }: Loss['assertion'], after: PlacedTest | null): boolean =>
  strength === 'truthy' &&
  !negated &&
  (after?.test.assertions.some(
    (other) =>
      canFail(other) &&
      !other.negated &&
      (other.subject.startsWith(`${subject}[`) || other.subject.startsWith(`${subject}.`)),
  ) ??
    false);

/** Whether the assertions inside a lost one, such as on the error that it expected, are still made. */
const keepsInner = ({ text }: Loss['assertion'], after: PlacedTest | null): boolean =>
  after?.test.assertions.some((inner) => canFail(inner) && text.includes(inner.text)) ?? false;

/** Whether a test has an assertion that can fail and that it did not have. */
function hasNew({ path, test }: PlacedTest, before: PlacedTest): boolean {
  const known = new Set(before.test.assertions.map((assertion) => keyOf(path, assertion)));
  return test.assertions.some((assertion) => canFail(assertion) && !known.has(keyOf(path, assertion)));
}

const keyOf = (path: string, { subject, expected, negated }: Loss['assertion']): string =>
  [path, subject, expected, negated].join('\0');
