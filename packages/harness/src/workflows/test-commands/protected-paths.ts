import { createTestFileFilter, isRunnerConfig } from '@assay/detect';

const TEST_FOLDER = /^(.*\/)?(?:tests?|__tests__|spec|e2e|testdata)\//;
// a package with one test file often calls it so
const TEST_FILE = /(?:^|\/)tests?\.\w+$/;

/** The tests and what configures them, as paths and folders that must not change. */
export function findProtected(
  paths: readonly string[],
  { found, sources }: { readonly found: string; readonly sources: readonly string[] },
): { paths: string[]; dirs: string[] } {
  const isTest = createTestFileFilter();
  const dirs = new Set<string>();
  const mayChange = (path: string): boolean => sources.includes(path);
  // a solution may change the manifest that names the test command, for example its dependencies
  const files = new Set([found.endsWith('/') ? 'conftest.py' : found].filter((path) => !mayChange(path)));
  for (const path of paths.filter(
    (one) => (isTest(one) || TEST_FILE.test(one) || isRunnerConfig(one)) && !mayChange(one),
  )) {
    const folder = TEST_FOLDER.exec(path)?.[0];
    if (folder !== undefined && !sources.some((source) => source.startsWith(folder))) dirs.add(folder.slice(0, -1));
    else files.add(path);
  }
  const outer = [...dirs].filter((dir) => ![...dirs].some((other) => dir.startsWith(`${other}/`)));
  return { paths: [...files].toSorted(), dirs: outer.toSorted() };
}
