import type { Evidence, ScorerSpec } from '@assay/schema';
import { SCORERS } from '@assay/scoring';
import type { ChangedFile } from '../inventory/inventory.ts';
import type { Change } from './change.ts';

/** What is read out of the code of a change. */
export type CodeEvidence = Pick<Evidence, 'inventory' | 'signals' | 'secrets'>;

type CodeOptions = Partial<Pick<Change, 'unread' | 'readUnchanged'>>;

/**
 * Reads the code of a change into evidence, as far as these scorers ask for it: what nobody asks for is null, and what
 * reads it is not loaded.
 */
export async function readCode(
  files: ReadonlyMap<string, ChangedFile>,
  scorers: readonly ScorerSpec[],
  { unread = [], readUnchanged = async () => new Map() }: CodeOptions = {},
): Promise<CodeEvidence> {
  const asked = new Set(scorers.flatMap(({ type }) => SCORERS.find((scorer) => scorer.type === type)?.requires ?? []));
  const texts = asked.has('signals') || asked.has('secrets') ? decode(files) : new Map();
  return {
    inventory: asked.has('inventory') ? await readInventory({ files, unread }, scorers) : null,
    signals: asked.has('signals') ? await readSignals(texts, readUnchanged) : null,
    secrets: asked.has('secrets') ? (await import('../secrets/find-secrets.ts')).findSecrets(texts) : null,
  };
}

type Texts = ReadonlyMap<string, { readonly before: string | null; readonly after: string | null }>;

// bytes that are no UTF-8 become replacement characters
const decode = (files: ReadonlyMap<string, ChangedFile>): Texts =>
  new Map(
    [...files].map(([path, { before, after }]) => [
      path,
      { before: before?.toString('utf8') ?? null, after: after?.toString('utf8') ?? null },
    ]),
  );

async function readInventory({ files, unread }: Pick<Change, 'files' | 'unread'>, scorers: readonly ScorerSpec[]) {
  const { takeInventory } = await import('../inventory/inventory.ts');
  const { createTestFileFilter, TEST_GLOBSET } = await import('../inventory/test-files.ts');
  const named = scorers.flatMap((spec) => ('test_globset' in spec ? (spec.test_globset ?? []) : []));
  const test_globset = [...TEST_GLOBSET, ...named];
  const inventory = await takeInventory(files, named.length === 0 ? {} : { test_globset });
  const isTest = createTestFileFilter(test_globset);
  const large = unread.filter(isTest).map((path) => ({ path, reason: 'it is too large' }));
  return { ...inventory, unread: [...inventory.unread, ...large] };
}

async function readSignals(texts: Texts, readUnchanged: Change['readUnchanged']) {
  const { findSignals } = await import('../signals/find-signals.ts');
  const { chooseRelatedTests } = await import('./related-tests.ts');
  const changed = [...texts.keys()];
  // an answer made for a test is told by the test, which the change need not touch
  const tests = await readUnchanged((paths) => chooseRelatedTests(paths, { changed }));
  return findSignals(texts, { tests: new Map([...tests].map(([path, content]) => [path, content.toString('utf8')])) });
}
