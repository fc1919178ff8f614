import { basename, extname } from 'node:path/posix';
import { createTestFileFilter } from '../inventory/test-files.ts';

// large repositories have too many tests to read all for every change
const MOST = 200;
const SHORTEST_STEM = 3;

/**
 * Unchanged tests that may be related to a change: all if there are few, otherwise those whose name matches a changed
 * file.
 */
export function chooseRelatedTests(
  unchanged: readonly string[],
  { changed }: { readonly changed: readonly string[] },
): readonly string[] {
  const isTest = createTestFileFilter();
  const tests = unchanged.filter(isTest);
  if (tests.length <= MOST) return tests;
  const stems = [...new Set(changed.filter((path) => !isTest(path)).map(stemOf))];
  const telling = stems.filter((stem) => stem.length >= SHORTEST_STEM);
  const speaks = (path: string): boolean => {
    const name = stemOf(path);
    return telling.some((stem) => name.includes(stem));
  };
  return tests.filter(speaks).slice(0, MOST);
}

const stemOf = (path: string): string =>
  basename(path, extname(path))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
