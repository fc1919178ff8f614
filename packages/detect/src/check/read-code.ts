import type { Evidence, ScorerSpec } from '@assay/schema';
import { SCORERS } from '@assay/scoring';
import type { ChangedFile } from '../inventory/inventory.ts';
import type { Change } from '../repository/change.ts';

/** Evidence from the code of a change. */
export type CodeEvidence = Pick<Evidence, 'inventory' | 'signals' | 'secrets'>;

interface CodeOptions extends Partial<Pick<Change, 'unread' | 'readUnchanged'>> {
  /** More evidence to read. */
  readonly also?: readonly string[];
  /** Called as test files are read. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Reads the evidence that these scorers require from the code of a change. Evidence that no scorer requires is null, and
 * its reader is not loaded.
 */
export async function readCode(
  files: ReadonlyMap<string, ChangedFile>,
  scorers: readonly ScorerSpec[],
  { also = [], unread = [], readUnchanged = async () => new Map(), onProgress = () => undefined }: CodeOptions = {},
): Promise<CodeEvidence> {
  const required = scorers.flatMap(({ type }) => SCORERS.find((scorer) => scorer.type === type)?.requires ?? []);
  const asked: ReadonlySet<string> = new Set([...required, ...also]);
  const texts = asked.has('signals') || asked.has('secrets') ? decode(files) : new Map();
  const reader = asked.has('inventory') ? await import('./read-inventory.ts') : null;
  const { tests, paths } =
    reader !== null || asked.has('signals')
      ? await readRelated([...files.keys()], readUnchanged)
      : { tests: new Map(), paths: new Set<string>() };
  // starts first: worker threads read tests while this thread does the rest
  const [inventory, signals, secrets] = await Promise.all([
    reader?.readInventory({ files, unread, unchanged: tests, paths }, { scorers, onProgress }) ?? null,
    asked.has('signals') ? readSignals(texts, tests) : null,
    asked.has('secrets') ? readSecrets(texts) : null,
  ]);
  return { inventory, signals, secrets };
}

type Texts = ReadonlyMap<string, { readonly before: string | null; readonly after: string | null }>;

// invalid UTF-8 becomes replacement characters
const decode = (files: ReadonlyMap<string, ChangedFile>): Texts =>
  new Map(
    [...files].map(([path, { before, after }]) => [
      path,
      { before: before?.toString('utf8') ?? null, after: after?.toString('utf8') ?? null },
    ]),
  );

interface Related {
  /** The text of unchanged tests by path. */
  readonly tests: ReadonlyMap<string, string>;
  /** All unchanged paths. */
  readonly paths: ReadonlySet<string>;
}

/** Unchanged tests of the changed code: they say what a change writes for them, and what it takes from them. */
async function readRelated(changed: readonly string[], readUnchanged: Change['readUnchanged']): Promise<Related> {
  const { chooseRelatedTests } = await import('./related-tests.ts');
  let paths: ReadonlySet<string> = new Set();
  const tests = await readUnchanged((known) => {
    paths = new Set(known);
    return chooseRelatedTests(known, { changed });
  });
  return { tests: new Map([...tests].map(([path, content]) => [path, content.toString('utf8')])), paths };
}

async function readSignals(texts: Texts, tests: ReadonlyMap<string, string>) {
  const { findSignals } = await import('../signals/find-signals.ts');
  return findSignals(texts, { tests });
}

async function readSecrets(texts: Texts) {
  const { findSecrets } = await import('../secrets/find-secrets.ts');
  return findSecrets(texts);
}
