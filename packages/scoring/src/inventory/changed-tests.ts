import type { ChangedPath, FileInventory, Inventory, ScorerConfig } from '@assay/schema';
import { matchPaths } from '../paths/path-patterns.ts';

/** The test files that a scorer reads. */
export interface ChangedTests {
  readonly before: readonly FileInventory[];
  readonly after: readonly FileInventory[];
  readonly unread: Inventory['unread'];
}

interface Selection {
  readonly changed_paths: readonly ChangedPath[];
  /** Which files are tests; default: all that were read. */
  readonly config?: Pick<ScorerConfig<'no_new_skips'>, 'test_globset' | 'glob'>;
}

/** The changed test files, among those a scorer is configured to read. */
export function selectChangedTests(inventory: Inventory, { changed_paths, config }: Selection): ChangedTests {
  const isTest =
    config?.test_globset === undefined ? () => true : matchPaths({ patterns: config.test_globset, glob: config.glob });
  const touched = new Set(changed_paths.map(({ path }) => path));
  // files known to have changed need no comparison
  const others = (files: readonly FileInventory[]) => digestFiles(files.filter(({ path }) => !touched.has(path)));
  const digests = { before: others(inventory.before), after: others(inventory.after) };
  const isChanged = (path: string): boolean =>
    touched.has(path) || digests.before.get(path) !== digests.after.get(path);
  const select = <T extends { readonly path: string }>(files: readonly T[]): T[] =>
    files.filter(({ path }) => isTest(path) && isChanged(path));
  return {
    before: select(inventory.before),
    after: select(inventory.after),
    unread: inventory.unread.filter(({ path }) => isTest(path)),
  };
}

/** Why there are no tests to compare; null when there are. */
export function noTestsReason({ before, after, unread }: ChangedTests): string | null {
  if (before.length + after.length > 0) return null;
  const [first] = unread;
  if (first === undefined) return 'no test file changed';
  return `none of ${unread.length} changed test files could be read, such as ${first.path}: ${first.reason}`;
}

const digestFiles = (files: readonly FileInventory[]): ReadonlyMap<string, string> =>
  new Map(files.map((file) => [file.path, JSON.stringify(file)]));
