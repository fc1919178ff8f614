import { type Inventory, isCustomScorer, type ScorerSpec } from '@assay/schema';
import { takeInventory } from '../inventory/inventory.ts';
import { findUpdatedSnapshots } from '../inventory/snapshots.ts';
import { createTestFileFilter } from '../inventory/test-files.ts';
import type { Change } from '../repository/change.ts';

interface InventoryOptions {
  readonly scorers: readonly ScorerSpec[];
  readonly onProgress: (done: number, total: number) => void;
}

/** Reads the tests of a change, from the usual test files and those that scorers add. */
export async function readInventory(
  { files, unread }: Pick<Change, 'files' | 'unread'>,
  { scorers, onProgress }: InventoryOptions,
): Promise<Inventory> {
  const test_globsets = scorers.flatMap((spec) =>
    !isCustomScorer(spec) && 'test_globset' in spec && spec.test_globset !== undefined
      ? [{ patterns: spec.test_globset, glob: spec.glob }]
      : [],
  );
  const inventory = await takeInventory(files, { test_globsets, onProgress });
  const isTest = createTestFileFilter(test_globsets);
  const large = unread.filter(isTest).map((path) => ({ path, reason: 'it is too large' }));
  return { ...inventory, unread: [...inventory.unread, ...large], snapshots: findUpdatedSnapshots(files) };
}
