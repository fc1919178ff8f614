import { expect, test } from 'vitest';
import { leavesOut } from './selection.ts';

const PATHS = ['tests/unit/test_a.py', 'tests/test_b.py'];

test.each([
  { setting: 'testpaths = tests', leaves_out: false },
  { setting: 'testpaths = ["tests/unit"]', leaves_out: true },
  { setting: 'norecursedirs = .git unit', leaves_out: true },
  { setting: 'norecursedirs = .git node_modules', leaves_out: false },
  { setting: 'python_files = test_*.py', leaves_out: false },
  { setting: 'python_files = test_a*.py', leaves_out: true },
  { setting: "exclude: ['**/unit/**'],", leaves_out: true },
  { setting: "include: ['tests/**/*.py'], globals: true", leaves_out: false },
  { setting: '"testPathIgnorePatterns": ["/unit/"]', leaves_out: true },
  { setting: "testRegex: ['test_\\w+\\.py$']", leaves_out: false },
  { setting: 'addopts = -q', leaves_out: undefined },
  { setting: 'ignore = { version = "0.4", path = "tests" }', leaves_out: undefined },
  { setting: 'include: [', leaves_out: undefined },
])('$setting leaves out existing tests: $leaves_out', ({ setting, leaves_out }) => {
  expect(leavesOut(setting, PATHS)).toBe(leaves_out);
});
