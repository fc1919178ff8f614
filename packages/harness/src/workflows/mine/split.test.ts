import { createTestFileFilter, MODES } from '@assay/detect';
import { expect, test } from 'vitest';
import { createRepositoryFilters, listTestGlobs, splitChange } from './split.ts';

const change = (path: string) => ({
  ...{ raw: path, path, before: { mode: MODES.file, oid: '1' }, after: { mode: MODES.file, oid: '2' } },
});

test.each([
  { paths: ['bank.py', 'tests/test_bank.py'], runnable: ['tests/test_bank.py'], source: ['bank.py'] },
  { paths: ['tests/conftest.py', 'tests/data/a.json', 'bank.py'], runnable: [], source: ['bank.py'] },
  { paths: ['src/a.ts', 'src/a.test.ts', 'README.md'], runnable: ['src/a.test.ts'], source: ['src/a.ts'] },
  { paths: ['package-lock.json', 'package.json', 'test/a.js'], runnable: ['test/a.js'], source: [] },
  { paths: ['setup.py', 'docs/conf.py', 'dist/a.min.js', 'test_a.py'], runnable: ['test_a.py'], source: [] },
  {
    paths: ['src/click/core.py', 'tests/test_core.py', 'tests/typing/typing_edit.py', 'tests/fixtures/test_x.py'],
    runnable: ['tests/test_core.py'],
    source: ['src/click/core.py'],
  },
  { paths: ['a.js', 'tap-snapshots/test/a.js.test.cjs', 'test/a.js'], runnable: ['test/a.js'], source: ['a.js'] },
  { paths: ['lib/utils.js', 'test/utils.js', 'test/common.js'], runnable: ['test/utils.js'], source: ['lib/utils.js'] },
  { paths: ['lib/a.js', 'test/utils.js', 'test/a.bench.ts'], runnable: [], source: ['lib/a.js'] },
  { paths: ['a.go', 'a_test.go', '.github/workflows/a.sh'], runnable: ['a_test.go'], source: ['a.go'] },
])('$paths', ({ paths, runnable, source }) => {
  const split = splitChange(paths.map(change), createTestFileFilter());
  expect(split.runnable).toEqual(runnable);
  expect(split.source.map(({ path }) => path)).toEqual(source);
  expect([...split.tests, ...split.rest]).toHaveLength(paths.length);
});

test.each([
  { path: 'pytest.ini', text: '[pytest]\npython_files = check_*.py\n  *_spec.py\n', file: 'a/check_it.py' },
  { path: 'pyproject.toml', text: '[tool.pytest.ini_options]\npython_files = ["check_*.py"]\n', file: 'check_it.py' },
  { path: 'package.json', text: '{"jest": {"testMatch": ["**/*.check-spec.js"]}}', file: 'lib/a.check-spec.js' },
  {
    path: 'jest.config.js',
    text: "module.exports = { testMatch: ['<rootDir>/checks-test/**/*.{js,ts}'] }",
    file: 'checks-test/a/b.ts',
  },
  { path: 'vitest.config.ts', text: "test: { include: ['src/**/*.?(c|m)tests.ts'] }", file: 'src/a.ctests.ts' },
])('$path names test files', ({ path, text, file }) => {
  expect(createTestFileFilter()(file)).toBe(false);
  const { isTest, isNamed } = createRepositoryFilters(new Map([[path, text]]));
  expect([isTest(file), isNamed(file)]).toEqual([true, true]);
});

test('a pattern with many braces is bounded', () => {
  const glob = `a.test${'{a,b,c,d}'.repeat(20)}`;
  expect(listTestGlobs('jest.config.js', `testMatch: ['${glob}']`).length).toBeLessThanOrEqual(100);
});
