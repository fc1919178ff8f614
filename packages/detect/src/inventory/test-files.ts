import { compileGlobs, matchPaths, type Patterns } from '@assay/scoring';

// the usual test paths of all languages
const TEST_GLOBSET: readonly string[] = [
  ...['test_*.py', '*/test_*.py', '*_test.py', 'conftest.py', '*/conftest.py', 'tests/*.py', '*/tests/*.py'],
  ...['*.test.?s', '*.test.?sx', '*.test.??s', '*.spec.?s', '*.spec.?sx', '*.spec.??s', '*.cy.?s'],
  ...['__tests__/*', '*/__tests__/*', 'test/*', '*/test/*', 'tests/*', '*/tests/*', 'e2e/*', '*/e2e/*'],
  '*_test.go',
  ...['tests/*.rs', '*/tests/*.rs', '*_test.rs'],
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
