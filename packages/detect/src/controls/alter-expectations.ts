import type { TestCase } from '@assay/schema';
import { parseSource } from '../inventory/find-tree.ts';
import { applyEdits } from './broken-test.ts';
import { alterLiteral, isLiteral, placeAssertions } from './place-assertions.ts';

/** A test whose expectations were altered. */
export interface AlteredTest {
  readonly test: TestCase;
  /** The first altered line. */
  readonly line: number;
  /** Whether it has no other assertion that could fail. */
  readonly is_whole: boolean;
}

/**
 * A test file in which these tests expect other values: each literal that is compared for equality is altered. A test
 * that compares nothing with a literal is left out; undefined if that is all of them.
 */
export async function alterExpectations(
  { path, text }: { readonly path: string; readonly text: string },
  tests: readonly TestCase[],
): Promise<{ readonly text: string; readonly altered: readonly AlteredTest[] } | undefined> {
  const tree = await parseSource(path, text);
  if (tree === undefined) return undefined;
  const found = tests.map((test) => {
    const edits = placeAssertions(tree.root, test).flatMap(({ compared }) => {
      const edit = compared && isLiteral(compared.expected) ? alterLiteral(compared.expected) : undefined;
      return edit === undefined ? [] : [{ edit, line: compared?.expected.line ?? test.line }];
    });
    return { test, edits };
  });
  const altered = found.filter(({ edits }) => edits.length > 0);
  if (altered.length === 0) return undefined;
  return {
    text: applyEdits(
      text,
      altered.flatMap(({ edits }) => edits.map(({ edit }) => edit)),
    ),
    altered: altered.map(({ test, edits }) => ({
      ...{ test, line: edits[0]?.line ?? test.line },
      is_whole: edits.length === test.assertions.length,
    })),
  };
}
