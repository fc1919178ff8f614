import { compileGlobs, matchPaths, type Patterns } from '@assay/scoring';

// the usual test paths of all languages
const TEST_GLOBSET: readonly string[] = [
  ...['test_*.py', '*/test_*.py', '*_test.py', 'conftest.py', '*/conftest.py', 'tests/*.py', '*/tests/*.py'],
  ...['*.test.?s', '*.test.?sx', '*.test.??s', '*.spec.?s', '*.spec.?sx', '*.spec.??s', '*.cy.?s'],
  ...['__tests__/*', '*/__tests__/*', 'test/*', '*/test/*', 'tests/*', '*/tests/*', 'e2e/*', '*/e2e/*'],
  ...['spec/*.?s', '*/spec/*.?s', 'specs/*.?s', '*/specs/*.?s'],
  // a package with one test file, an app of Django
  ...['test.?s', '*/test.?s', 'test.??s', '*/test.??s', 'test.py', '*/test.py', 'tests.py', '*/tests.py'],
  // what a project runs by itself, without a known runner
  ...['checks/*.java', 'checks/*.py', 'checks/*.?s', 'selftest/*', 'selftests/*'],
  // what runners load before the tests
  ...['*.setup.?s', '*.setup.??s', '*setupTests.?s', '*setup-tests.?s', '*test-setup.?s'],
  '*_test.go',
  ...['tests/*.rs', '*/tests/*.rs', '*_test.rs', 'tests.rs', '*/tests.rs'],
  ...['src/test/*', '*/src/test/*', '*Test.java', '*Tests.java', '*TestCase.java', '*IT.java'],
  ...['*Test.kt', '*Spec.kt', '*Spec.scala', '*Spec.groovy'],
  ...['*Tests.cs', '*Test.cs', '*.Tests/*', '*/*.Tests/*'],
  ...['*_spec.rb', '*_test.rb', 'spec/*.rb'],
  ...['*Test.php', 'tests/*.php', '*/tests/*.php'],
  ...['Tests/*.swift', '*/Tests/*.swift', '*Tests.swift'],
  ...['*_test.exs', 'test/*.exs'],
];

/** Whether a path is ignored: vendored code and fixtures. */
export const isIgnoredPath = compileGlobs([
  'node_modules/*',
  '*/node_modules/*',
  'vendor/*',
  '*/fixtures/*',
  '*/testdata/*',
]);

/** Creates a filter for test files: the usual paths and the given patterns. */
export function createTestFileFilter(named: readonly Patterns[] = []): (path: string) => boolean {
  const filters = [compileGlobs(TEST_GLOBSET), ...named.map(matchPaths)];
  return (path) => filters.some((matches) => matches(path)) && !isIgnoredPath(path);
}

// what only tests and their helpers import, by file ending
const TEST_LIBRARIES: Readonly<Record<string, RegExp>> = {
  go: /^\s*(?:import\s+)?(?:\w+\s+)?"testing"/m,
  py: /^\s*(?:import|from)\s+(?:pytest|unittest)\b/m,
  java: /^\s*import\s+(?:static\s+)?(?:org\.junit|org\.hamcrest|org\.assertj)\b/m,
  js: /\b(?:from|require\()\s*['"](?:vitest|@jest\/globals|node:test|chai|@playwright\/test)['"]/,
};
const SCRIPT = /^[cm]?[jt]sx?$/;
// imports are near the top
const HEAD_BYTES = 4096;

/** Whether a file helps tests although its path does not say so: it imports a test library. */
export function holdsTestSupport(
  path: string,
  { before, after }: { before: Buffer | null; after: Buffer | null },
): boolean {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  const library = TEST_LIBRARIES[SCRIPT.test(ending) ? 'js' : ending];
  if (library === undefined || isIgnoredPath(path)) return false;
  // product that starts to import a test library is still product
  return library.test((before ?? after)?.toString('utf8', 0, HEAD_BYTES) ?? '');
}
