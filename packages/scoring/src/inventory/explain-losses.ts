import type { TestAssertion } from '@assay/schema';
import { contains, generalizes, generalizesExpected } from './covers.ts';
import type { Effective } from './effective-assertions.ts';
import type { TestPair } from './match-tests.ts';
import type { HelperPair } from './pair-helpers.ts';
import type { Helper, PlacedTest } from './placed-test.ts';
import { lastNamePart } from './words.ts';

/** An assertion lost from a test or helper. */
export interface Loss {
  readonly path: string;
  readonly assertion: TestAssertion;
  readonly before: PlacedTest | null;
  /** The test as it is now; null when it is gone too. */
  readonly after: PlacedTest | null;
}

/** An assertion gained by a test or helper. */
export interface Gain {
  readonly path: string;
  readonly assertion: TestAssertion;
  readonly after: PlacedTest | null;
}

export interface Explaining {
  readonly pairs: readonly TestPair[];
  readonly added: readonly PlacedTest[];
  readonly helpers: readonly HelperPair[];
  readonly before: Effective;
  readonly after: Effective;
  readonly gains: readonly Gain[];
  /** Assertions of surviving tests that check something else now. */
  readonly rewritten: readonly Gain[];
}

// each loss is compared with each gain that could cover it; a larger change gets no more explanations
const MOST_COMPARISONS = 200_000;

export interface Explanation {
  readonly explained: ReadonlySet<Loss>;
  /** Gains that replace a loss: they make up for nothing else. */
  readonly used: ReadonlySet<Gain>;
}

/**
 * Finds the losses that a refactoring explains: the check is still made, in fewer statements. A whole is compared in
 * place of its parts, names replace the values of a loop or table, a helper asserts for its callers, or data rows replace
 * tests.
 */
export function explainLosses(losses: readonly Loss[], facts: Explaining): Explanation {
  const used = new Set<Gain>();
  const isCovered = createCoverCheck(facts, used);
  const explained = new Set(losses.filter(isCovered));
  const rest = losses.filter((loss) => !explained.has(loss));
  for (const { table, absorbed } of absorbedByRows(rest, facts)) {
    for (const loss of absorbed) explained.add(loss);
    for (const gain of facts.gains) if (gain.after === table) used.add(gain);
  }
  return { explained, used };
}

function createCoverCheck(facts: Explaining, used: Set<Gain>): (loss: Loss) => boolean {
  const { gains, rewritten, helpers, after } = facts;
  // a call of a former helper that no longer asserts anything covers nothing
  const coverers = [...gains, ...rewritten].filter(({ assertion, path }) => !facts.before.isCall(assertion, path));
  const isAdded = new Set<PlacedTest | null>(facts.added);
  const inTest = groupBy(coverers, ({ after: test }) => test);
  // for a table with visible rows, the rows say how many tests it replaces
  const inFile = groupBy(
    coverers.filter((gain) => (gain.after?.test.cases ?? 1) <= 1),
    ({ path }) => path,
  );
  const gainedBy = new Map<Helper, readonly TestAssertion[]>(helpers.map((pair) => [pair.after.helper, pair.gained]));
  let comparisons = 0;
  const affordable = (count: number): boolean => {
    comparisons += count;
    return comparisons <= MOST_COMPARISONS;
  };
  /** Prefers a gain that covers nothing yet, so that assertions rewritten one by one stay matched one to one. */
  const choose = (candidates: readonly Gain[], covers: (gain: Gain) => boolean): Gain | undefined => {
    if (!affordable(candidates.length)) return undefined;
    const fitting = candidates.filter(covers);
    const chosen = fitting.find((gain) => !used.has(gain)) ?? fitting[0];
    return chosen;
  };
  return ({ path, assertion, before, after: test }) => {
    if (test === null) {
      const chosen = choose(inFile.get(path) ?? [], (gain) => {
        // the same test of several units, merged into one in a shared base
        const alsoNames = before !== null && gain.after !== null && isNamesake(before, gain.after);
        return isAbout(gain, { assertion, before }) && generalizes(gain.assertion, assertion, { alsoNames });
      });
      // in an existing test, it also replaces what was there before
      if (chosen !== undefined && isAdded.has(chosen.after)) used.add(chosen);
      return chosen !== undefined;
    }
    // a test that no longer checks anything was not refactored
    if (after.of(test).length === 0) return false;
    const chosen = choose(
      inTest.get(test) ?? [],
      (gain) => contains(gain.assertion, assertion) || generalizes(gain.assertion, assertion),
    );
    if (chosen !== undefined) {
      used.add(chosen);
      return true;
    }
    const known = before === null ? [] : facts.before.helpersOf(before).map(({ helper }) => helper.name);
    const checks = after
      .helpersOf(test)
      .flatMap(({ helper }) => (known.includes(helper.name) ? (gainedBy.get(helper) ?? []) : helper.assertions));
    return (
      affordable(checks.length) &&
      checks.some((check) => saysTheSame(check, assertion) || generalizes(check, assertion))
    );
  };
}

const isNamesake = (a: PlacedTest, b: PlacedTest): boolean => lastNamePart(a.test.name) === lastNamePart(b.test.name);

// a helper may name its subject freely, and may be called for several values
function saysTheSame(check: TestAssertion, lost: TestAssertion): boolean {
  if (check.negated !== lost.negated) return false;
  if (check.expected === null || lost.expected === null)
    return check.expected === lost.expected && check.subject === lost.subject;
  return check.expected === lost.expected || generalizesExpected(check.expected, lost.expected);
}

// generic names such as `result` are common, so the called function must match too
function isAbout(gain: Gain, { assertion, before }: Pick<Loss, 'assertion' | 'before'>): boolean {
  if (assertion.subject.includes('(')) return true;
  const calls = new Set(gain.after?.test.calls ?? []);
  return before?.test.calls.some((call) => calls.has(call)) ?? false;
}

interface Table {
  readonly table: PlacedTest;
  readonly absorbed: readonly Loss[];
}

/** Losses of tests that became data rows. A row replaces one test, up to the number of assertions of its table. */
function absorbedByRows(losses: readonly Loss[], { pairs, added, after }: Explaining): readonly Table[] {
  const tables = [
    ...pairs.map((pair) => ({ table: pair.after, rows: rowsOf(pair.after) - rowsOf(pair.before) })),
    ...added.map((table) => ({ table, rows: rowsOf(table) > 1 ? rowsOf(table) : 0 })),
  ].filter(({ table, rows }) => rows > 0 && after.of(table).length > 0);
  const known = new Set(pairs.filter((pair) => rowsOf(pair.before) > 1).map((pair) => pair.after));
  const own = groupBy(losses, ({ after: test }) => test);
  const gone = groupBy(
    losses.filter((loss) => loss.after === null),
    ({ before }) => before,
  );
  return tables.flatMap(({ table, rows }) => {
    const each = after.of(table).length;
    // more rows in an existing table do not explain what it no longer asserts
    const absorbed = known.has(table) ? [] : (own.get(table) ?? []).slice(0, rows * each);
    const tests = [...gone.keys()].filter((test) => test !== null && resembles(test, table)).slice(0, rows);
    for (const test of tests) {
      absorbed.push(...(gone.get(test) ?? []).slice(0, each));
      gone.delete(test);
    }
    return absorbed.length === 0 ? [] : [{ table, absorbed }];
  });
}

const rowsOf = ({ test }: PlacedTest): number => Math.max(1, test.cases);

/** Whether two tests of the same file share more than half of their calls. */
function resembles(a: PlacedTest, b: PlacedTest): boolean {
  if (a.path !== b.path) return false;
  const calls = new Set(b.test.calls.map(lastNamePart));
  const shared = a.test.calls.filter((call) => calls.has(lastNamePart(call))).length;
  return shared * 2 > Math.min(a.test.calls.length, b.test.calls.length);
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
