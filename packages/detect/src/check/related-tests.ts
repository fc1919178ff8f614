import { basename, extname } from 'node:path/posix';
import { createTestFileFilter } from '../inventory/test-files.ts';

// a large repository has more tests than can be read for every change
const MOST = 200;
const SHORTEST_STEM = 3;

/**
 * Tests that a change leaves alone and that may be about it: all of them where there are few, else those whose names
 * speak of a changed file.
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
