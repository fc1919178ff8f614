import type { Inventory } from '@assay/schema';
import type { Patterns } from '@assay/scoring';
import { findLanguage } from './languages/index.ts';
import type { FileSide } from './read-side.ts';
import { readSides } from './read-sides.ts';
import { requireGrammars } from './require-grammars.ts';
import { createTestFileFilter, isIgnoredPath } from './test-files.ts';

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

/** Reads the tests of changed test files, before and after. Ignores other files and unknown languages. */
export async function takeInventory(
  files: ReadonlyMap<string, ChangedFile>,
  { test_globsets, onProgress }: InventoryOptions = {},
): Promise<Inventory> {
  const sides = listSides(files, createTestFileFilter(test_globsets));
  const parsed = sides.find(({ path }) => findLanguage(path)?.tree);
  if (parsed !== undefined) requireGrammars(`Reading the tests in ${parsed.path}`);
  const readings = await readSides(sides, (done) => onProgress?.(done, sides.length));
  const inventory: Inventory = { before: [], after: [], unread: [] };
  for (const [index, { path, side }] of sides.entries()) {
    const found = readings[index] ?? null;
    if (found === null) continue;
    if ('reason' in found) inventory.unread.push({ path, reason: `${side} the change, ${found.reason}` });
    else inventory[side].push(found);
  }
  return inventory;
}

type NamedSide = FileSide & { readonly side: 'before' | 'after' };

/** The sides to read, in path order. */
function listSides(files: ReadonlyMap<string, ChangedFile>, isTest: (path: string) => boolean): NamedSide[] {
  const sides: NamedSide[] = [];
  for (const [path, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const language = findLanguage(path);
    if (language === undefined || isIgnoredPath(path)) continue;
    const is_test_file = isTest(path);
    if (!is_test_file && language.holdsTests === undefined) continue;
    for (const side of ['before', 'after'] as const) {
      const content = file[side];
      if (content !== null) sides.push({ path, side, content, is_test_file });
    }
  }
  return sides;
}
