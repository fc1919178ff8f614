import { type Inventory, isCustomScorer, type ScorerSpec } from '@assay/schema';
import { readTestFiles, type TestReading } from '../inventory/inventory.ts';
import { findUpdatedSnapshots } from '../inventory/snapshots.ts';
import { createTestFileFilter } from '../inventory/test-files.ts';
import type { Change } from '../repository/change.ts';
import type { ChangedText } from '../worth/configuration/judge-configuration.ts';
import { findLosses } from '../worth/find-losses.ts';

interface InventorySource extends Pick<Change, 'files' | 'unread'> {
  /** The text of unchanged tests by path. */
  readonly unchanged: ReadonlyMap<string, string>;
  /** All unchanged paths. */
  readonly paths?: ReadonlySet<string>;
}

interface InventoryOptions {
  readonly scorers: readonly ScorerSpec[];
  readonly onProgress: (done: number, total: number) => void;
}

/** Reads the tests of a change, from the usual test files and those that scorers add. */
export async function readInventory(
  { files, unread, unchanged, paths = new Set() }: InventorySource,
  { scorers, onProgress }: InventoryOptions,
): Promise<Inventory> {
  const test_globsets = scorers.flatMap((spec) =>
    !isCustomScorer(spec) && 'test_globset' in spec && spec.test_globset !== undefined
      ? [{ patterns: spec.test_globset, glob: spec.glob }]
      : [],
  );
  const reading = await readTestFiles(files, { test_globsets, onProgress });
  const { inventory } = reading;
  const changed_tests = listTestTexts(files, reading);
  const isTest = createTestFileFilter(test_globsets);
  const large = unread.filter(isTest).map((path) => ({ path, reason: 'it is too large' }));
  return {
    ...inventory,
    unread: [...inventory.unread, ...large],
    snapshots: findUpdatedSnapshots(files),
    ...findLosses({ reading, unchanged, paths, changed_tests, files: decode(files) }),
  };
}

/** The text of changed tests as they were; in a file with tests and product, of the tests. */
function listTestTexts(files: Change['files'], { tests, product }: TestReading): ReadonlyMap<string, string> {
  return new Map(
    [...tests.before].map(([path, lines]) => [
      path,
      product.before.has(path)
        ? lines.map(({ text }) => text).join('\n')
        : (files.get(path)?.before?.toString('utf8') ?? ''),
    ]),
  );
}

const decode = (files: Change['files']): ReadonlyMap<string, ChangedText> =>
  new Map(
    [...files].map(([path, { before, after }]) => [
      path,
      { before: before?.toString('utf8') ?? null, after: after?.toString('utf8') ?? null },
    ]),
  );
