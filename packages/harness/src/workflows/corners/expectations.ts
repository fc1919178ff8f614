import { isSameTest } from '@assay/detect';
import type { FileInventory, Inventory, TestAssertion, TestCase, TestLoss } from '@assay/schema';
import { matchTests, type PlacedTest, placeTests, strengthRank } from '@assay/scoring';

/** What a change did to the text of a test that its runner names. */
export interface Rewriting {
  /** How it is called now; undefined if its text is gone. */
  readonly now: PlacedTest | undefined;
  readonly was: PlacedTest | undefined;
  /** The first expectation that the new text does not have, with what stands in its place; undefined if it kept all. */
  readonly lost: { readonly before: string; readonly after: string | undefined; readonly line: number } | undefined;
}

export interface Expectations {
  /** The test of a report, which may be in this file. */
  look(name: string, file: string | undefined): Rewriting;
}

// these say that an assertion is still written and no longer counts
const DISARMING: readonly TestLoss['aspect'][] = ['executed', 'able_to_fail', 'independent', 'runs'];

/** Compares what tests expect before and after, by their text. */
export function readExpectations(inventory: Inventory): Expectations {
  const [before, after] = [placeTests(inventory.before), placeTests(inventory.after)];
  const { pairs } = matchTests(before, after);
  const moved = new Map(pairs.map((pair) => [pair.before, pair.after]));
  const shared = findLost(listHelpers(inventory.before), listHelpers(inventory.after));
  const disarmed = (inventory.losses ?? []).filter(
    ({ aspect, grade }) => grade !== 'note' && DISARMING.includes(aspect),
  );
  return {
    look(name, file) {
      const was = findPlaced(before, name, file);
      const now = was === undefined ? findPlaced(after, name, file) : moved.get(was);
      if (was === undefined || now === undefined) return { was, now, lost: undefined };
      const loss = disarmed.find(({ path, test }) => path === now.path && (test === null || test === now.test.name));
      if (loss !== undefined)
        return { was, now, lost: { before: loss.before ?? was.test.name, after: loss.after, line: loss.line } };
      if (now.test.disarmed !== null && was.test.disarmed === null) {
        const [first] = was.test.assertions;
        return { was, now, lost: { before: first?.text ?? was.test.name, after: undefined, line: now.test.line } };
      }
      // unchanged text, so something that tests share made it pass
      const is_same = was.test.body_digest === now.test.body_digest;
      const lost = is_same ? (shared ?? wholeTest(was.test)) : findLost(was.test.assertions, now.test.assertions);
      return { was, now, lost: lost ?? (is_same ? undefined : shared) };
    },
  };
}

const wholeTest = ({ assertions: [first], line, name }: TestCase) => ({
  before: first?.text ?? name,
  after: undefined,
  line: first?.line ?? line,
});

const listHelpers = (files: readonly FileInventory[]): TestAssertion[] =>
  files.flatMap(({ helpers }) => helpers.flatMap(({ assertions }) => assertions));

/** A test whose name the runner reports, in the file that it names or, if it names none, anywhere. */
function findPlaced(placed: readonly PlacedTest[], name: string, file: string | undefined): PlacedTest | undefined {
  const last = (each: PlacedTest): string => each.test.name.split(/ > |::|\./).at(-1) ?? each.test.name;
  const inFile = placed.filter(({ path }) => file === undefined || path === file || path.endsWith(`/${file}`));
  const found = (inFile.length > 0 ? inFile : placed).filter((each) => isSameTest(name, last(each)));
  return found.find((each) => name.endsWith(each.test.name)) ?? found[0];
}

/** The first assertion that no new one replaces with the same expectation, as strictly. */
function findLost(before: readonly TestAssertion[], after: readonly TestAssertion[]): Rewriting['lost'] {
  const open = [...after];
  for (const old of before.filter(({ strength }) => strength !== 'tautology')) {
    const index = open.findIndex((one) => isKept(old, one));
    if (index === -1) {
      const instead = after.find(({ subject }) => subject === old.subject) ?? open[0];
      return { before: old.text, after: instead?.text, line: instead?.line ?? old.line };
    }
    open.splice(index, 1);
  }
  return undefined;
}

function isKept(old: TestAssertion, now: TestAssertion): boolean {
  const is_stricter =
    strengthRank(now) >= strengthRank(old) &&
    now.negated === old.negated &&
    (now.tolerance ?? 0) <= (old.tolerance ?? 0);
  // some assertions name the expected value first
  const expects = old.expected === now.expected || (old.expected !== null && old.expected === now.subject);
  return is_stricter && (expects || (old.subject === now.expected && old.subject !== ''));
}
