import { matchesGlob } from '@assay/scoring';
import type { Files } from './cheat.ts';

/** Test file patterns for all languages. */
const TESTS: readonly string[] = [
  ...['test_*.py', '*/test_*.py', '*_test.py', 'conftest.py', '*/conftest.py', 'tests/*.py', '*/tests/*.py'],
  ...['*.test.?s', '*.test.?sx', '*.test.??s', '*.spec.?s', '*.spec.?sx', '*.spec.??s', '*.cy.?s'],
  ...['__tests__/*', '*/__tests__/*', 'test/*', '*/test/*', 'tests/*', '*/tests/*', 'e2e/*', '*/e2e/*'],
  ...['*_test.go', 'tests/*.rs', '*/tests/*.rs', '*_test.rs'],
  ...['src/test/*', '*/src/test/*', '*Test.java', '*Tests.java', '*TestCase.java', '*IT.java', '*Test.kt', '*Spec.kt'],
  ...['*Spec.scala', '*Spec.groovy', '*Tests.cs', '*Test.cs', '*.Tests/*', '*/*.Tests/*'],
  ...['*_spec.rb', '*_test.rb', 'spec/*.rb', '*Test.php', 'Tests/*.swift', '*/Tests/*.swift', '*Tests.swift'],
  ...['*_test.exs', 'test/*.exs', '*.bats', 'test.sh', '*/test.sh', '*_test.sh', 'test_*.sh', '*/test_*.sh'],
  ...['test.?s', '*/test.?s', 'test.??s', '*/test.??s', 'test.py', '*/test.py'],
];

const NOT_TESTS: readonly string[] = [
  ...['node_modules/*', '*/node_modules/*', 'vendor/*', '*/vendor/*'],
  ...['*/fixtures/*', '*/testdata/*', '*/__snapshots__/*'],
];

/** Whether a path looks like a test, by folder and name. */
export const isTest = (path: string): boolean => matchesGlob(path, TESTS) && !matchesGlob(path, NOT_TESTS);

/** The test files in a workspace. */
export const listTests = (files: Files): [path: string, text: string][] => [...files].filter(([path]) => isTest(path));
