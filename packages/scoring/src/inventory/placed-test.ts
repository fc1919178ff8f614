import type { FileInventory, TestCase } from '@assay/schema';

/** A test with its file. */
export interface PlacedTest {
  readonly path: string;
  readonly test: TestCase;
}

export type Helper = FileInventory['helpers'][number];

/** A function that asserts for tests, with its file. */
export interface PlacedHelper {
  readonly path: string;
  readonly helper: Helper;
}

/** The tests of some files, sorted independently of the listing order. */
export const placeTests = (files: readonly FileInventory[]): readonly PlacedTest[] =>
  files.flatMap(({ path, tests }) => tests.map((test) => ({ path, test }))).sort(inOrder);

/** Sorts by path, then by position in the file. */
export function inOrder(a: PlacedTest, b: PlacedTest): number {
  return (
    compare(a.path, b.path) ||
    a.test.line - b.test.line ||
    compare(a.test.name, b.test.name) ||
    compare(a.test.body_digest, b.test.body_digest)
  );
}

/** Compares two texts by code units, which gives the same order everywhere. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
