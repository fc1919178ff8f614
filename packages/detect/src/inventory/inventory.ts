import type { Inventory } from '@assay/schema';
import type { Patterns } from '@assay/scoring';
import { findLanguage } from './languages/index.ts';
import type { Line, Outline } from './outline.ts';
import type { FileSide } from './read-side.ts';
import { readSides } from './read-sides.ts';
import { findGrammarInstall, requireGrammars } from './require-grammars.ts';
import { createTestFileFilter, holdsTestSupport, isIgnoredPath } from './test-files.ts';

/** A changed file; null for a missing side. */
export interface ChangedFile {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

export interface InventoryOptions {
  /** Test files in addition to the usual ones. */
  readonly test_globsets?: readonly Patterns[];
  /** Called as files are read; each side counts. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The statements of changed files by path, on both sides. */
export interface Outlines {
  readonly before: ReadonlyMap<string, Outline>;
  readonly after: ReadonlyMap<string, Outline>;
}

/** The tests of a change, and the statements of tests and product. */
export interface TestReading {
  readonly inventory: Inventory;
  readonly tests: Outlines;
  readonly product: Outlines;
}

/** Reads the tests of changed test files, before and after. Ignores other files and unknown languages. */
export async function takeInventory(
  files: ReadonlyMap<string, ChangedFile>,
  options: InventoryOptions = {},
): Promise<Inventory> {
  return (await readTestFiles(files, options)).inventory;
}

/** Reads the tests and statements of changed test files. */
export async function readTestFiles(
  files: ReadonlyMap<string, ChangedFile>,
  { test_globsets, onProgress }: InventoryOptions = {},
): Promise<TestReading> {
  const listed = listSides(files, createTestFileFilter(test_globsets));
  const parsed = listed.find(({ path, content, is_test_file }) => {
    const language = findLanguage(path);
    return language?.tree && (is_test_file || language.holdsTests?.(Buffer.from(content).toString('utf8')));
  });
  if (parsed !== undefined) requireGrammars(`Reading the tests in ${parsed.path}`);
  // without grammars, only what is read as words
  const sides = findGrammarInstall() === undefined ? listed : listed.filter(({ is_test_file }) => is_test_file);
  const readings = await readSides(sides, (done) => onProgress?.(done, sides.length));
  const inventory: Inventory = { before: [], after: [], unread: [] };
  const tests = { before: new Map<string, Outline>(), after: new Map<string, Outline>() };
  const product = { before: new Map<string, Outline>(), after: new Map<string, Outline>() };
  for (const [index, { path, side, is_test_file }] of sides.entries()) {
    const found = readings[index] ?? null;
    if (found === null) continue;
    if ('reason' in found) inventory.unread.push({ path, reason: `${side} the change, ${found.reason}` });
    else {
      if (found.file !== null) inventory[side].push(found.file);
      if (is_test_file) tests[side].set(path, found.outline);
      else {
        const [own, others] = partition(found.outline, isTestLine);
        if (own.length > 0) tests[side].set(path, own);
        product[side].set(path, others);
      }
    }
  }
  return { inventory, tests, product };
}

// a module of tests inside the file it tests
const isTestLine = ({ test, guards, text }: Line): boolean =>
  test !== null || /^(?:pub )?mod \w*tests?\w*(?:…|$)|^#!?\[cfg\((?:all\()?test\b/.test(guards[0] ?? text);

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

type NamedSide = FileSide & { readonly side: 'before' | 'after' };

/** The sides to read, in path order. */
function listSides(files: ReadonlyMap<string, ChangedFile>, isTest: (path: string) => boolean): NamedSide[] {
  const sides: NamedSide[] = [];
  for (const [path, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const language = findLanguage(path);
    if (language === undefined || isIgnoredPath(path)) continue;
    const is_test_file = isTest(path) || holdsTestSupport(path, file);
    for (const side of ['before', 'after'] as const) {
      const content = file[side];
      if (content !== null) sides.push({ path, side, content, is_test_file });
    }
  }
  return sides;
}
