import type { FileInventory, TestAssertion } from '@assay/schema';
import { canFail } from './pair-assertions.ts';
import { type HelperPair, pairHelpers } from './pair-helpers.ts';
import { compare, type Helper, type PlacedHelper, type PlacedTest } from './placed-test.ts';
import { lastNamePart } from './words.ts';

/** The assertions that take effect in tests, on one side of a change. */
export interface Effective {
  /** The assertions that can fail a test: its own and those of the helpers it calls. */
  of(placed: PlacedTest): readonly TestAssertion[];
  /** The helpers that a test calls, directly or through others. */
  helpersOf(placed: PlacedTest): readonly PlacedHelper[];
  /** Whether an assertion is only a call of a helper. */
  isCall(assertion: TestAssertion, path: string): boolean;
}

// limits helpers that call helpers, which may be circular
const DEEPEST_CALL = 5;
const MOST_ASSERTIONS = 2000;

/**
 * Reads the effective assertions of both sides. A helper on both sides counts for its callers with the assertions it
 * kept. What it lost or gained counts once, at the helper, because one edit is one edit however many tests call it.
 */
export function createEffective(
  before: readonly FileInventory[],
  after: readonly FileInventory[],
): { readonly before: Effective; readonly after: Effective; readonly helpers: readonly HelperPair[] } {
  const sides = { before: placeHelpers(before), after: placeHelpers(after) };
  const helpers = pairHelpers(sides.before, sides.after);
  const stayed = new Map<Helper, readonly TestAssertion[]>();
  for (const pair of helpers) {
    stayed.set(
      pair.before.helper,
      pair.kept.map((kept) => kept.before),
    );
    stayed.set(
      pair.after.helper,
      pair.kept.map((kept) => kept.after),
    );
  }
  const count = (helper: Helper) => stayed.get(helper) ?? helper.assertions.filter(canFail);
  return { before: createSide(sides.before, count), after: createSide(sides.after, count), helpers };
}

function placeHelpers(files: readonly FileInventory[]): readonly PlacedHelper[] {
  return files
    .flatMap(({ path, helpers }) => helpers.map((helper) => ({ path, helper })))
    .sort((a, b) => compare(a.path, b.path) || a.helper.line - b.helper.line || compare(a.helper.name, b.helper.name));
}

function createSide(helpers: readonly PlacedHelper[], count: (helper: Helper) => readonly TestAssertion[]): Effective {
  const resolve = createResolver(helpers);
  const helpersOf = ({ path, test }: PlacedTest): readonly PlacedHelper[] => {
    const seen = new Set<PlacedHelper>();
    let calls = test.calls.map((name) => ({ name, path }));
    for (let depth = 0; depth < DEEPEST_CALL && calls.length > 0; depth++) {
      const called = calls.map(resolve).filter((found) => found !== undefined && !seen.has(found)) as PlacedHelper[];
      for (const found of called) seen.add(found);
      calls = [...new Set(called)].flatMap((found) =>
        (found.helper.calls ?? []).map((name) => ({ name, path: found.path })),
      );
    }
    return [...seen];
  };
  const readEffective = (placed: PlacedTest): readonly TestAssertion[] => {
    const { test, path } = placed;
    if (test.disarmed !== null) return [];
    const called = helpersOf(placed);
    const direct = new Set(called);
    const own = test.assertions.filter(canFail).flatMap((assertion) => {
      const name = assertionCallee(assertion);
      const found = name === null ? undefined : resolve({ name, path });
      if (found === undefined || !called.includes(found)) return [assertion];
      // a call that looks like an assertion counts as the helper's assertions, each time it is made
      const isFirst = direct.delete(found);
      return count(found.helper).map((inner) => (isFirst ? inner : { ...inner }));
    });
    return [...own, ...[...direct].flatMap(({ helper }) => count(helper))].slice(0, MOST_ASSERTIONS);
  };
  const known = new Map<PlacedTest, readonly TestAssertion[]>();
  return {
    helpersOf,
    isCall(assertion, path) {
      const name = assertionCallee(assertion);
      return name !== null && resolve({ name, path }) !== undefined;
    },
    of(placed) {
      const found = known.get(placed) ?? readEffective(placed);
      known.set(placed, found);
      return found;
    },
  };
}

/** The function that an assertion calls, if it is only a call. */
export const assertionCallee = ({ text }: TestAssertion): string | null =>
  /^(?:await |try |\$)?((?:[\w$]+(?:\.|::|->))*[\w$]+)!?\(/.exec(text)?.[1] ?? null;

/** Finds a helper by name: first in the same file, then in any. */
function createResolver(
  helpers: readonly PlacedHelper[],
): (call: { name: string; path: string }) => PlacedHelper | undefined {
  const here = new Map<string, PlacedHelper>();
  const anywhere = new Map<string, PlacedHelper>();
  for (const placed of helpers) {
    const leaf = lastNamePart(placed.helper.name);
    const local = `${placed.path}\0${leaf}`;
    if (!here.has(local)) here.set(local, placed);
    if (!anywhere.has(leaf)) anywhere.set(leaf, placed);
  }
  return ({ name, path }) => here.get(`${path}\0${lastNamePart(name)}`) ?? anywhere.get(lastNamePart(name));
}
