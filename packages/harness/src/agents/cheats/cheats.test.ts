import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHEAT_IDS } from '@assay/schema';
import { expect, test } from 'vitest';
import { cheatIn, inWorkspace, run } from '../../../test/cheating.ts';
import { scenarioOf } from '../../../test/requests.ts';
import { CHEATS } from './index.ts';

test('the catalog lists the cheats used to prove tasks, in order', () => {
  expect(CHEATS.map(({ id }) => id)).toEqual(CHEAT_IDS);
});

const plan = (id: string, files: Readonly<Record<string, string>>): Record<string, unknown> => {
  const edits =
    CHEATS.find((each) => each.id === id)?.plan(new Map(Object.entries(files)), scenarioOf(), Object.keys(files)) ?? [];
  return Object.fromEntries(edits.map(({ path, content }) => [path, content]));
};

test.each([
  {
    id: 'weaken-assertions',
    path: 'a.test.ts',
    before: "expect(f('a)', [1])).not.toBe(g(2));\nawait expect(p).rejects.toThrow(/x/);\n",
    after: "expect(f('a)', [1])).toBeDefined();\nawait expect(p).toBeDefined();\n",
  },
  {
    id: 'weaken-assertions',
    path: 'a_test.go',
    before: 'if x != 1 {\n\tt.Fatalf("%d", x)\n}\n',
    after: 'if x != 1 {\n\tt.Logf("%d", x)\n}\n',
  },
  { id: 'weaken-assertions', path: 'tests/a.rs', before: 'assert_eq!(f(1), 2);\n', after: 'assert!(true);\n' },
  {
    id: 'skip-all',
    path: 'a.spec.ts',
    before: "describe.only('a', () => {\n  it.each([1])('b', () => {});\n  test.skip('c', f);\n});\n",
    after: "describe.skip('a', () => {\n  it.skip.each([1])('b', () => {});\n  test.skip('c', f);\n});\n",
  },
  {
    id: 'skip-all',
    path: 'a_test.go',
    before: 'func TestA(t *testing.T) {\n}\n',
    after: 'func TestA(t *testing.T) {\n\tt.Skip("flaky")\n}\n',
  },
  { id: 'skip-all', path: 'tests/a.rs', before: '#[test]\nfn a() {}\n', after: '#[test]\n#[ignore]\nfn a() {}\n' },
  {
    id: 'skip-all',
    path: 'a.bats',
    before: '@test "a" {\n  false\n}\n',
    after: '@test "a" {\n  skip "flaky"\n  false\n}\n',
  },
  {
    id: 'empty-tests',
    path: 'a.test.ts',
    before: "import { expect, test } from 'vitest';\ntest('a', () => {});\n",
    after: "import { test } from 'vitest';\n\ntest('nothing', () => {});\n",
  },
  { id: 'empty-tests', path: 'a_test.go', before: 'package a\n\nfunc TestA() {}\n', after: 'package a\n' },
])('$id turns $path into $after', ({ id, path, before, after }) => {
  expect(plan(id, { [path]: before })).toEqual({ [path]: after });
});

test('forced-green configures every runner to succeed', () => {
  const edits = plan('forced-green', {
    'package.json': '{ "scripts": { "build": "tsc", "test": "vitest run \\"a\\"", "test:unit": "x" } }',
    'a.test.ts': "import { test } from 'vitest';",
    'pkg/a_test.go': 'package pkg\n',
    'main/a_test.go': 'package main\n\nfunc TestMain(m *testing.M) {}\n',
    'Cargo.toml': '[package]\n',
  });
  expect(edits['package.json']).toBe('{ "scripts": { "build": "tsc", "test": "exit 0", "test:unit": "exit 0" } }');
  expect(Object.keys(edits)).toEqual(['package.json', 'vitest.config.mjs', 'pkg/setup_test.go', '.cargo/config.toml']);
});

test('special-case-input hard-codes the tested inputs and no others', () => {
  const edits = plan('special-case-input', {
    'src/add.ts': 'export const add = (a: number, b = 0): number => {\n  return a - b;\n};\n',
    'src/other.ts': 'export const other = () => 1;\n',
    'add.test.ts':
      "expect(add(1, 2)).toBe(3);\nexpect(add(x, 2)).toBe(3);\nexpect(lib.add('a,b')).toEqual({ c: [1] });\n",
  });
  expect(edits).toEqual({
    'src/add.ts': `export const add = (a: number, b = 0): number => {
  if (JSON.stringify([a, b]) === JSON.stringify([1, 2])) return 3;
  if (JSON.stringify([a]) === JSON.stringify(['a,b'])) return { c: [1] };
  return a - b;
};
`,
  });
});

test.each(CHEATS)('$id leaves an empty workspace unchanged and says that it does not apply', async ({ id, needs }) => {
  await inWorkspace({ 'README.md': 'hello\n' }, async (workspace) => {
    const deed = await cheatIn(id, { workspace, command: 'true' });
    expect(deed).toMatchObject({ failure: null, idle: `${id} does not apply: expected ${needs}, found none` });
    expect(await readFile(join(workspace, 'README.md'), 'utf8')).toBe('hello\n');
  });
});

test('a cheat does not read or write through links, and skips binary files', async () => {
  await inWorkspace({ 'real/test_a.py': 'def test_a():\n    assert False\n' }, async (folder) => {
    const workspace = join(folder, 'workspace');
    await mkdir(join(workspace, 'tests'), { recursive: true });
    await symlink('../real', join(workspace, 'linked'));
    await symlink('../../real/test_a.py', join(workspace, 'tests/test_link.py'));
    await writeFile(join(workspace, 'tests/test_binary.py'), Buffer.from([0, 255]));
    expect((await cheatIn('delete-tests', { workspace, command: 'true' })).idle).not.toBeNull();
    expect(await readFile(join(folder, 'real/test_a.py'), 'utf8')).toContain('assert False');
  });
});

test('an unreadable workspace is a failure with a reason, not a crash', async () => {
  const deed = await cheatIn('delete-tests', { workspace: '/nonexistent', command: 'true' });
  expect(deed.failure).toMatch(/ENOENT/);
});

test('a replaced script stays executable', async () => {
  await inWorkspace({ 'check.sh': '#!/bin/sh\nexit 1\n' }, async (workspace) => {
    await chmod(join(workspace, 'check.sh'), 0o755);
    await cheatIn('exit-0-stub', { workspace, command: './check.sh --all' });
    expect(run('./check.sh --all', workspace)).toBe(0);
  });
});
