import type { ChangedPath, FileInventory, Inventory, TestAssertion } from '@assay/schema';
import { type AssertionChange, changeOf, rankOf } from './change-of.ts';
import type { ChangedTests } from './changed-tests.ts';
import { createEffective, type Effective } from './effective-assertions.ts';
import { type Explaining, explainLosses, type Gain, type Loss } from './explain-losses.ts';
import { type Matching, matchTests, type TestPair } from './match-tests.ts';
import { type AssertionPair, pairAssertions } from './pair-assertions.ts';
import { type PlacedTest, placeTests } from './placed-test.ts';
import { findRetired } from './retired-tests.ts';
import { findLeftRunner } from './runner-names.ts';

/** A surviving assertion that says something else now. */
export interface ChangedAssertion extends AssertionPair {
  readonly path: string;
  readonly test_name: string;
  readonly change: AssertionChange;
}

/** What became of the tests of a change. */
export interface InventoryComparison {
  readonly matching: Matching;
  readonly effective: { readonly before: Effective; readonly after: Effective };
  /** Effective assertions, and how many fewer there are because a refactor says the same in fewer words. */
  readonly totals: { readonly before: number; readonly after: number; readonly explained: number };
  /** Assertions that are nowhere any more, and that no refactor explains. */
  readonly losses: readonly Loss[];
  /** Assertions that are new, and stand for nothing that is gone. */
  readonly gains: readonly Gain[];
  /** Test files that went together with what they tested, with the file that was tested: no less gone, but for a reason. */
  readonly retired: ReadonlyMap<string, string>;
  readonly changed: readonly ChangedAssertion[];
  readonly left_runner: readonly { readonly from: FileInventory; readonly to: FileInventory }[];
}

interface Comparing {
  readonly changed_paths: readonly ChangedPath[];
  /** All that was read: helpers may be in files that did not change. */
  readonly inventory: Inventory;
  readonly ignore_new_files: boolean;
}

/** Compares the tests before and after a change, over all of its test files at once. */
export function compareInventories(tests: ChangedTests, options: Comparing): InventoryComparison {
  const left_runner = findLeftRunner(tests.before, tests.after);
  const notRun = new Set(left_runner.map(({ to }) => to.path));
  const known = new Set(tests.before.map(({ path }) => path));
  const matching = matchTests(
    placeTests(tests.before),
    placeTests(tests.after.filter(({ path }) => !notRun.has(path))),
  );
  const added = options.ignore_new_files ? matching.added.filter(({ path }) => known.has(path)) : matching.added;
  const effective = createEffective(options.inventory.before, options.inventory.after);
  const compared = { ...matching, added };
  const all = listChanges(compared, effective);
  const { losses, gains } = cancelMoved(all);
  const explaining: Explaining = {
    ...compared,
    helpers: effective.helpers,
    before: effective.before,
    after: effective.after,
    gains,
    rewritten: all.rewritten,
  };
  const retired = findRetired(options.changed_paths, known);
  const { explained, used } = explainLosses(losses, explaining);
  const spare = gains.filter((gain) => !used.has(gain));
  const open = losses.filter((loss) => !explained.has(loss));
  const before = all.kept + all.losses.length;
  return {
    matching: compared,
    effective,
    totals: { before, after: all.kept + all.gains.length, explained: explained.size - (gains.length - spare.length) },
    losses: open,
    gains: spare,
    retired,
    changed: all.changed,
    left_runner,
  };
}

interface Changes {
  readonly kept: number;
  readonly losses: readonly Loss[];
  readonly gains: readonly Gain[];
  readonly rewritten: readonly Gain[];
  readonly changed: readonly ChangedAssertion[];
}

function listChanges({ pairs, removed, added }: Matching, effective: ReturnType<typeof createEffective>): Changes {
  const changes = { kept: 0, losses: [] as Loss[], gains: [] as Gain[], rewritten: [] as Gain[] };
  const changed: ChangedAssertion[] = [];
  const note = (kept: readonly AssertionPair[], { path, name, after }: Site): void => {
    for (const pair of kept) {
      const change = changeOf(pair);
      if (change !== null) changed.push({ ...pair, path, test_name: name, change });
      if (pair.before.expected !== pair.after.expected || rankOf(pair.after) > rankOf(pair.before))
        changes.rewritten.push({ path, assertion: pair.after, after });
    }
  };
  const lose = (assertions: readonly TestAssertion[], loss: Omit<Loss, 'assertion'>): void => {
    for (const assertion of assertions) changes.losses.push({ ...loss, assertion });
  };
  const gain = (assertions: readonly TestAssertion[], place: Omit<Gain, 'assertion'>): void => {
    for (const assertion of assertions) changes.gains.push({ ...place, assertion });
  };
  for (const { before, after } of pairs) {
    const { path } = after;
    const compared = pairAssertions(effective.before.of(before), effective.after.of(after));
    changes.kept += compared.kept.length;
    // what changed in a helper is told once, where it stands
    const own = new Set(after.test.assertions);
    const kept = compared.kept.filter((pair) => own.has(pair.after));
    note(kept, { path, name: after.test.name, after });
    lose(compared.lost, { path, before, after });
    gain(compared.gained, { path, after });
  }
  for (const before of removed) lose(effective.before.of(before), { path: before.path, before, after: null });
  for (const after of added) gain(effective.after.of(after), { path: after.path, after });
  for (const { kept, lost, gained, after } of effective.helpers) {
    note(kept, { path: after.path, name: after.helper.name, after: null });
    lose(lost, { path: after.path, before: null, after: null });
    gain(gained, { path: after.path, after: null });
  }
  return { ...changes, changed };
}

interface Site {
  readonly path: string;
  readonly name: string;
  readonly after: PlacedTest | null;
}

/** Takes out what is gone in one place and there in another, near before far: a test that was split or moved in part. */
function cancelMoved({ losses, gains }: Changes): { losses: readonly Loss[]; gains: readonly Gain[] } {
  const open = { losses: new Set(losses), gains: new Set(gains) };
  const keys = [
    ({ path, assertion }: Loss | Gain) => `${path}\0${keyOf(assertion)}`,
    ({ assertion }: Loss | Gain) => keyOf(assertion),
  ];
  for (const key of keys) {
    const waiting = new Map<string, Gain[]>();
    for (const gain of open.gains) {
      const group = waiting.get(key(gain));
      if (group === undefined) waiting.set(key(gain), [gain]);
      else group.push(gain);
    }
    for (const loss of open.losses) {
      const found = waiting.get(key(loss))?.shift();
      if (found === undefined) continue;
      open.losses.delete(loss);
      open.gains.delete(found);
    }
  }
  return { losses: [...open.losses], gains: [...open.gains] };
}

const keyOf = ({ subject, expected, negated, strength }: TestAssertion): string =>
  [subject, expected, negated, strength].join('\0');

/** Names that a test newly replaces by stand-ins although its assertions are about what they return. */
export function newlyMockedUnits({ before, after }: TestPair): readonly string[] {
  const known = new Set(before.test.mocks);
  return after.test.mocks.filter((mock) => {
    const unit = mock.split(/[.:/]+/).at(-1) ?? mock;
    return !known.has(mock) && before.test.assertions.some(({ subject }) => callsIn(subject, unit));
  });
}

const callsIn = (subject: string, unit: string): boolean => {
  const at = subject.indexOf(`${unit}(`);
  return unit !== '' && at >= 0 && !/[\w$]/.test(subject[at - 1] ?? ' ');
};
