import { type AssertionPairs, canFail, pairAssertions } from './pair-assertions.ts';
import type { PlacedHelper } from './placed-test.ts';

/** A helper that exists before and after, and how its assertions changed. */
export interface HelperPair extends AssertionPairs {
  readonly before: PlacedHelper;
  readonly after: PlacedHelper;
}

/** Matches each helper: in its file, else by its name in another. */
export function pairHelpers(before: readonly PlacedHelper[], after: readonly PlacedHelper[]): readonly HelperPair[] {
  const open = new Set(after);
  const pairs: HelperPair[] = [];
  const inPlace = ({ path, helper }: PlacedHelper): string => `${path}\0${helper.name}`;
  const byName = ({ helper }: PlacedHelper): string => helper.name;
  let waiting = before;
  for (const keyOf of [inPlace, byName]) {
    const found = new Map<string, PlacedHelper[]>();
    for (const placed of open) found.set(keyOf(placed), [...(found.get(keyOf(placed)) ?? []), placed]);
    waiting = waiting.filter((placed) => {
      const twin = found.get(keyOf(placed))?.shift();
      if (twin === undefined) return true;
      open.delete(twin);
      pairs.push({ before: placed, after: twin, ...pairReal(placed, twin) });
      return false;
    });
  }
  return pairs;
}

const pairReal = (before: PlacedHelper, after: PlacedHelper): AssertionPairs =>
  pairAssertions(before.helper.assertions.filter(canFail), after.helper.assertions.filter(canFail));
