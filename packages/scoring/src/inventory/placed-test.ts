import type { FileInventory, TestCase } from '@assay/schema';

/** A test with the file it is in. */
export interface PlacedTest {
  readonly path: string;
  readonly test: TestCase;
}

export type Helper = FileInventory['helpers'][number];

/** A function that asserts for tests, with the file it is in. */
export interface PlacedHelper {
  readonly path: string;
  readonly helper: Helper;
}

/** The tests of some files in an order that does not depend on how they were listed. */
export const placeTests = (files: readonly FileInventory[]): readonly PlacedTest[] =>
  files.flatMap(({ path, tests }) => tests.map((test) => ({ path, test }))).sort(inOrder);

/** By path, then by place in the file. */
export function inOrder(a: PlacedTest, b: PlacedTest): number {
  return (
    compare(a.path, b.path) ||
    a.test.line - b.test.line ||
    compare(a.test.name, b.test.name) ||
    compare(a.test.body_digest, b.test.body_digest)
  );
}

/** The order of two texts, by their code units: the same everywhere. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
