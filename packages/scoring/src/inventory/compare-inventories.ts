import type { ChangedPath, FileInventory, Inventory, TestAssertion } from '@assay/schema';
import { type AssertionChange, assertionChange, strengthRank } from './assertion-change.ts';
import type { ChangedTests } from './changed-tests.ts';
import { countDoubtful } from './doubtful-losses.ts';
import { createEffective, type Effective } from './effective-assertions.ts';
import { type Explaining, explainLosses, type Gain, type Loss } from './explain-losses.ts';
import { type Matching, matchTests } from './match-tests.ts';
import { type AssertionPair, pairAssertions } from './pair-assertions.ts';
import { type PlacedTest, placeTests } from './placed-test.ts';
import { findLeftRunner } from './runner-names.ts';
import { countLost, countWritten } from './written-assertions.ts';

/** A surviving assertion that checks something else now. */
export interface ChangedAssertion extends AssertionPair {
  readonly path: string;
  readonly test_name: string;
  readonly change: AssertionChange;
}

/** How a change affects the tests. */
export interface InventoryComparison {
  readonly matching: Matching;
  readonly effective: { readonly before: Effective; readonly after: Effective };
  /** Counts of written assertions, of lost ones, and of those that a refactoring states in fewer. */
  readonly totals: {
    readonly before: number;
    readonly after: number;
    readonly lost: number;
    readonly explained: number;
  };
  /** Assertions that are gone and that no refactoring explains. */
  readonly losses: readonly Loss[];
  /** New assertions that replace none of the lost ones. */
  readonly gains: readonly Gain[];
  /** Test files removed together with the file they tested, by that file: still lost, but for a reason. */
  readonly retired: ReadonlyMap<string, string>;
  readonly changed: readonly ChangedAssertion[];
  readonly left_runner: readonly { readonly from: FileInventory; readonly to: FileInventory }[];
}

interface Comparing {
  readonly changed_paths: readonly ChangedPath[];
  /** Everything that was read: helpers may be in unchanged files. */
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
  const explanation = explainLosses(losses, explaining);
  const { explained, used } = explanation;
  const spare = gains.filter((gain) => !used.has(gain));
  const open = losses.filter((loss) => !explained.has(loss));
  const written = countWritten({
    ...compared,
    files: { before: tests.before, after: tests.after.filter(({ path }) => !notRun.has(path)) },
    helpers: effective.helpers,
    ignore_new_files: options.ignore_new_files,
  });
  const own = new Set(
    [...compared.pairs.map((pair) => pair.before), ...compared.removed].flatMap(({ test }) => test.assertions),
  );
  const isOwn = ({ assertion, before }: Loss): boolean => before === null || own.has(assertion);
  const lost = countLost(written, {
    explained:
      [...explained].filter(isOwn).length -
      (gains.length - spare.length) +
      all.handed_over -
      countDoubtful(explanation, { losses, gains }),
    losses: open.length,
    gains: spare.length,
  });
  return {
    matching: compared,
    effective,
    totals: {
      before: written.before.own,
      after: written.after.own,
      lost,
      explained: lost > 0 ? 0 : Math.max(0, written.before.own - written.after.own),
    },
    // an explanation in one place can hide a loss in another, so fall back to the full list
    losses: lost > 0 ? ([open, losses, all.losses].find((some) => some.length > 0) ?? []) : open,
    gains: spare,
    retired,
    changed: all.changed,
    left_runner,
  };
}

interface Changes {
  readonly losses: readonly Loss[];
  readonly gains: readonly Gain[];
  readonly rewritten: readonly Gain[];
  readonly changed: readonly ChangedAssertion[];
  /** How many fewer are written because a helper makes them for several tests, or need not be called any more. */
  readonly handed_over: number;
}

function listChanges({ pairs, removed, added }: Matching, effective: ReturnType<typeof createEffective>): Changes {
  const changes = { losses: [] as Loss[], gains: [] as Gain[], rewritten: [] as Gain[] };
  const changed: ChangedAssertion[] = [];
  const handed: TestAssertion[] = [];
  let inlined = 0;
  const note = (kept: readonly AssertionPair[], { path, name, after }: Site): void => {
    for (const pair of kept) {
      const change = assertionChange(pair);
      if (change !== null) changed.push({ ...pair, path, test_name: name, change });
      if (pair.before.expected !== pair.after.expected || strengthRank(pair.after) > strengthRank(pair.before))
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
    // a change in a helper is reported once, at the helper
    const own = new Set(after.test.assertions);
    const kept = compared.kept.filter((pair) => own.has(pair.after));
    const written = new Set(before.test.assertions);
    // a call that looked like an assertion was replaced by the assertions it made
    if (compared.lost.length === 0)
      inlined += Math.max(0, countCalls(before, effective.before) - countCalls(after, effective.after));
    for (const pair of compared.kept) {
      if (written.has(pair.before) && !own.has(pair.after)) handed.push(pair.after);
    }
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
  return { ...changes, changed, handed_over: handed.length - new Set(handed).size + inlined };
}

const countCalls = ({ path, test }: PlacedTest, side: Effective): number =>
  test.assertions.filter((assertion) => side.isCall(assertion, path)).length;

interface Site {
  readonly path: string;
  readonly name: string;
  readonly after: PlacedTest | null;
}

/** Cancels losses against equal gains elsewhere, near before far: a test that was split or partly moved. */
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

const AFFIXES = /^(?:tests?[_-])|(?:[_.-](?:tests?|spec|specs|cy|e2e))+$|(?<=\p{Ll})(?:Tests?|TestCase|Spec|IT)$/gu;

/**
 * Test files deleted together with the file they tested, which has the matching name. No other changed file may have
 * that name.
 */
function findRetired(changes: readonly ChangedPath[], testFiles: ReadonlySet<string>): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const { path, change } of changes) {
    if (change === 'deleted' && !testFiles.has(path)) gone.set(unitOf(path), path);
  }
  for (const { path, change } of changes) if (change !== 'deleted') gone.delete(unitOf(path));
  const retired = new Map<string, string>();
  for (const { path, change } of changes) {
    const source = gone.get(unitOf(path));
    if (change === 'deleted' && testFiles.has(path) && source !== undefined) retired.set(path, source);
  }
  return retired;
}

/** The name of the unit that a file contains or tests, without folders, extensions and test affixes. */
function unitOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return stem.replace(AFFIXES, '').toLowerCase();
}
