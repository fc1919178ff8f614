import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { detectTests } from './detect-tests.ts';

const pack = (scripts: object): string => JSON.stringify({ name: 'a', scripts });

test.each([
  {
    files: { 'package.json': pack({ test: 'vitest run' }) },
    command: 'npm test -- --reporter=verbose',
    found: 'package.json',
  },
  { files: { 'go.mod': 'module a\n' }, command: 'go test -v ./...', found: 'go.mod' },
  { files: { 'Cargo.toml': '[package]\n' }, command: 'cargo test --offline --tests', found: 'Cargo.toml' },
  { files: { 'pytest.ini': '' }, command: 'python3 -m pytest -rA', found: 'pytest.ini' },
  { files: { 'conftest.py': '' }, command: 'python3 -m pytest -rA', found: 'conftest.py' },
  { files: { 'pyproject.toml': '[tool.pytest]' }, command: 'python3 -m pytest -rA', found: 'pyproject.toml' },
  { files: { 'tox.ini': 'commands = pytest' }, command: 'python3 -m pytest -rA', found: 'tox.ini' },
  { files: { 'pyproject.toml': '[project]' }, command: 'python3 -m unittest -v', found: 'pyproject.toml' },
  { files: { 'pom.xml': '<project/>' }, command: 'mvn --offline --quiet test', found: 'pom.xml' },
  { files: { 'build.gradle.kts': '' }, command: './gradlew --offline test', found: 'build.gradle.kts' },
  { files: { Gemfile: "gem 'rspec'" }, command: 'bundle exec rspec --format documentation', found: 'Gemfile' },
  { files: { Gemfile: "gem 'rake'" }, command: 'bundle exec rake test', found: 'Gemfile' },
  { files: { Makefile: 'all:\n\ntest: all\n\tsh run\n' }, command: 'make test', found: 'Makefile' },
  { files: { 'test.sh': 'true' }, command: 'sh ./test.sh', found: 'test.sh' },
  { files: { 'tests/test_a.py': '' }, command: 'python3 -m unittest -v', found: 'tests/' },
  { files: { 'test/test_a.py': '' }, command: 'python3 -m unittest -v', found: 'test/' },
  { files: { 'test_a.py': '' }, command: 'python3 -m unittest -v', found: './' },
])('$found gives $command', async ({ files, command, found }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, files as Record<string, string>);
  const setup = await detectTests(scratch.path);
  expect({ command: setup?.commands[0], found: setup?.found }).toEqual({ command, found });
});

test.each([
  { files: {}, why: 'an empty folder' },
  { files: { 'package.json': pack({}) }, why: 'no test script' },
  {
    files: { 'package.json': pack({ test: 'echo "Error: no test specified" && exit 1' }) },
    why: 'the default script of npm',
  },
  { files: { 'package.json': pack({ test: 7 }) }, why: 'an invalid script' },
  { files: { 'package.json': '{"scripts": ' }, why: 'a truncated file' },
  { files: { 'package.json': 'null' }, why: 'an empty value' },
  { files: { Makefile: 'latest: all\ntesting:\n' }, why: 'targets with other names' },
  { files: { Makefile: 'test := a\nall:\n' }, why: 'a variable of that name' },
  { files: { 'tests/readme.md': '' }, why: 'a folder without tests' },
  { files: { 'package.json/a': '' }, why: 'a folder in place of the file' },
])('finds no command: $why', async ({ files }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, files as Record<string, string>);
  expect(await detectTests(scratch.path)).toBeUndefined();
});

test('Go from before modules', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'a.go': '', 'a_test.go': '' });
  expect(await detectTests(scratch.path, ['a_test.go'])).toEqual({
    commands: ["GO111MODULE=off go test -v './.'", "GO111MODULE=off go test './.'"],
    found: './',
  });
});

test.each([
  {
    why: 'a package of a workspace runs its own script',
    files: { 'package.json': pack({ test: 'turbo test' }), 'packages/a/package.json': pack({ test: 'vitest run' }) },
    tests: ['packages/a/test/a.test.ts', 'packages/a/src/b.test.ts'],
    command: `cd 'packages/a' && PATH="$PWD/node_modules/.bin:$PATH" vitest run --reporter=verbose 'test/a.test.ts' 'src/b.test.ts'`,
    found: 'packages/a/package.json',
  },
  {
    why: 'a package without a script is tested from the top',
    files: { 'package.json': pack({ test: 'jest' }), 'packages/a/package.json': pack({}) },
    tests: ['packages/a/a.test.ts'],
    command: `PATH="$PWD/node_modules/.bin:$PATH" jest --verbose --coverage=false 'packages/a/a.test.ts'`,
    found: 'package.json',
  },
  {
    why: 'files of two packages are tested from the top',
    files: { 'package.json': pack({ test: 'jest' }), 'a/package.json': pack({ test: 'ava' }) },
    tests: ['a/a.test.ts', 'b/b.test.ts'],
    command: `PATH="$PWD/node_modules/.bin:$PATH" jest --verbose --coverage=false 'a/a.test.ts' 'b/b.test.ts'`,
    found: 'package.json',
  },
  {
    why: 'a folder of tests with a conftest.py is no package',
    files: { 'pyproject.toml': 'pytest', 'src/a/__init__.py': '', 'tests/conftest.py': '' },
    tests: ['tests/test_a.py'],
    command: "PYTHONPATH=src python3 -m pytest -rA 'tests/test_a.py'",
    found: 'pyproject.toml',
  },
  {
    why: 'a module of Go',
    files: { 'go.mod': 'module a\n', 'b/go.mod': 'module b\n' },
    tests: ['b/c/c_test.go'],
    command: "cd 'b' && go test -v './c'",
    found: 'b/go.mod',
  },
])('$why', async ({ files, tests, command, found }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, files as unknown as Record<string, string>);
  const setup = await detectTests(scratch.path, tests);
  expect({ command: setup?.commands[0], found: setup?.found }).toEqual({ command, found });
});

test('skips a file without tests', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'package.json': pack({ build: 'tsc' }), Makefile: 'test:\n\ttrue\n' });
  expect(await detectTests(scratch.path)).toEqual({ commands: ['make test'], found: 'Makefile' });
});
