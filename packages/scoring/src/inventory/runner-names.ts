import type { FileInventory } from '@assay/schema';
import { compileGlobs } from '../paths/glob.ts';

// names that runners pick up by default; no entry for languages whose runners ignore file names
const JAVASCRIPT = ['*.test.*', '*.spec.*', '*.cy.*', '*/__tests__/*', '*/test.*', '*/test-*', '*[-_]test.*'];
const JVM = ['*/Test*', '*Test.*', '*Tests.*', '*TestCase.*', '*IT.*', '*Spec.*', '*Specs.*'];
const RUNNER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['py', ['*/test_*', '*_test.py', '*/test.py', '*/tests.py']],
  ...['js', 'cjs', 'mjs', 'jsx', 'ts', 'cts', 'mts', 'tsx'].map((ending) => [ending, JAVASCRIPT] as const),
  ...['java', 'kt', 'groovy', 'scala'].map((ending) => [ending, JVM] as const),
  ['go', ['*_test.go']],
  ['rb', ['*_spec.rb', '*_test.rb', '*/test_*']],
  ['php', ['*Test.php', '*Cest.php', '*/test*']],
]);

/** Whether a runner would find a test file by its name; true when names do not matter. */
export function isRunByName(path: string): boolean {
  const patterns = RUNNER_NAMES.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  return patterns === undefined || compileGlobs(patterns)(`/${path}`);
}

/** Test files that a change renamed so that no runner picks them up: their tests no longer run. */
export function findLeftRunner(
  before: readonly FileInventory[],
  after: readonly FileInventory[],
): readonly { readonly from: FileInventory; readonly to: FileInventory }[] {
  const paths = { before: new Set(before.map(({ path }) => path)), after: new Set(after.map(({ path }) => path)) };
  const owners = new Map<string, FileInventory>();
  for (const file of before) {
    if (paths.after.has(file.path) || !isRunByName(file.path)) continue;
    for (const trait of traitsOf(file)) if (!owners.has(trait)) owners.set(trait, file);
  }
  return after
    .filter(({ path }) => !paths.before.has(path) && !isRunByName(path))
    .flatMap((to) => {
      const trait = traitsOf(to).find((known) => owners.has(known));
      const from = owners.get(trait ?? '');
      return from === undefined ? [] : [{ from, to }];
    });
}

const traitsOf = ({ tests }: FileInventory): readonly string[] =>
  tests.flatMap(({ name, body_digest }) => [`body ${body_digest}`, `name ${name}`]);
