import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder, shell } from '../../test/workspace.ts';
import type { Change } from '../repository/change.ts';
import { MAX_TEXT_BYTES } from '../repository/change.ts';
import { readChange } from './read-change.ts';

// real processes are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const SEED = {
  'app.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_app.py': 'from app import add\n\ndef test_add():\n    assert add(1, 2) == 3\n',
  'docs/a b.md': 'words\n',
  '.gitignore': 'build/\n*.log\n!keep.log\n',
  'web/.gitignore': '/dist\ncache\n',
};
const COMMIT = 'git add -A; git commit -qm change';

function openRepository(files: Readonly<Record<string, string | Uint8Array>> = SEED) {
  const scratch = scratchFolder();
  const folder = join(scratch.path, 'repository');
  putFiles(folder, files);
  shell(folder, `git init -qb main; ${COMMIT}; git checkout -qb work`);
  return { folder, outside: scratch.path, [Symbol.dispose]: () => scratch[Symbol.dispose]() };
}

const list = ({ changed_paths }: Change): Record<string, string> =>
  Object.fromEntries(changed_paths.map(({ path, change }) => [path, change]));

const changes = async (options: Parameters<typeof readChange>[0]): Promise<Record<string, string>> => {
  await using change = await readChange(options);
  return list(change);
};

test('compares two refs with every kind of change, and reads only text', async () => {
  using repository = openRepository();
  shell(
    repository.folder,
    `git mv app.py lib.py; rm tests/test_app.py; chmod +x 'docs/a b.md'; ln -sf nowhere web/.gitignore; printf 'a\\0b' > blob; ${COMMIT}`,
  );
  await using change = await readChange({ folder: repository.folder, base: 'main', head: 'work' });
  expect(list(change)).toEqual({
    'app.py': 'deleted',
    blob: 'added',
    'docs/a b.md': 'mode',
    'lib.py': 'added',
    'tests/test_app.py': 'deleted',
    'web/.gitignore': 'type',
  });
  expect([...change.files.keys()]).toEqual(['app.py', 'lib.py', 'tests/test_app.py', 'web/.gitignore']);
  expect(change.files.get('tests/test_app.py')).toEqual({
    before: Buffer.from(SEED['tests/test_app.py']),
    after: null,
  });
  expect(change.changed_paths.find(({ path }) => path === 'blob')?.after?.binary).toBe(true);
  expect(change.base).toMatch(/^main \([0-9a-f]{12}\)$/);
});

test('excludes later commits on the base', async () => {
  using repository = openRepository();
  shell(repository.folder, `echo new > new.txt; ${COMMIT}; git checkout -q main; rm app.py; ${COMMIT}`);
  expect(await changes({ folder: repository.folder, base: 'main', head: 'work' })).toEqual({ 'new.txt': 'added' });
});

test('reads a bare clone of a packed repository', async () => {
  using repository = openRepository();
  shell(repository.folder, `echo new > new.txt; ${COMMIT}; git gc -q; git clone -q --bare . ../bare.git`);
  const folder = join(repository.outside, 'bare.git');
  expect(await changes({ folder, base: 'main', head: 'work' })).toEqual({ 'new.txt': 'added' });
  expect(await changes({ folder, base: 'main' })).toEqual({ 'new.txt': 'added' });
});

test('reads the work tree from any subfolder, with untracked files and the ignore rules of the base', async () => {
  using repository = openRepository();
  const { folder } = repository;
  putFiles(folder, {
    'build/out.js': '',
    'a.log': '',
    'keep.log': '',
    'web/dist/x': '',
    'web/deep/cache/x': '',
    'other/dist/x': '',
    'app.py': 'changed',
  });
  // ignore rules in the change have no effect
  shell(folder, "echo '*' >> .gitignore; mkdir -p .git/info; echo '*' > .git/info/exclude; git add -A; rm docs/*");
  await using change = await readChange({ folder: join(folder, 'tests') });
  expect(list(change)).toEqual({
    '.gitignore': 'modified',
    'app.py': 'modified',
    'docs/a b.md': 'deleted',
    'keep.log': 'added',
    'other/dist/x': 'added',
  });
  expect(change.head).toBe('the work tree');
  expect(change.ignored_changes.count).toBeGreaterThan(0);
});

test('leaves out the records of Assay, committed or not, but not the files that people write', async () => {
  using repository = openRepository();
  const { folder } = repository;
  putFiles(folder, {
    '.assay/proofs/a.json': '{}',
    'web/.assay/runs/a/x.py': '',
    '.assay/allowed-test-changes.yaml': '[]',
  });
  const work = { '.assay/allowed-test-changes.yaml': 'added' };
  expect(await changes({ folder })).toEqual(work);
  shell(folder, COMMIT);
  expect(await changes({ folder, base: 'main', head: 'HEAD' })).toEqual(work);
});

test.each([
  { trick: 'assume-unchanged', script: 'git update-index --assume-unchanged app.py' },
  { trick: 'skip-worktree', script: 'git update-index --skip-worktree app.py' },
  { trick: 'a diff program without output', script: 'git config diff.external /bin/true' },
  {
    trick: 'a filter',
    script: "git config filter.x.clean 'git show HEAD:app.py'; echo '*.py filter=x' > .gitattributes",
  },
  { trick: 'an attribute', script: "echo '*.py -diff' > .gitattributes" },
  { trick: 'a replaced object', script: 'git replace $(git rev-parse HEAD:app.py) $(git rev-parse HEAD:.gitignore)' },
])('detects an edit hidden by $trick', async ({ script }) => {
  using repository = openRepository();
  const { folder } = repository;
  shell(folder, `${script}; echo 'def add(a, b): return 3' > app.py`);
  expect(await changes({ folder })).toMatchObject({ 'app.py': 'modified' });
  shell(
    folder,
    `git update-index --no-assume-unchanged app.py; git update-index --no-skip-worktree app.py; git config --unset filter.x.clean || true; ${COMMIT}`,
  );
  expect(await changes({ folder, base: 'main', head: 'HEAD' })).toMatchObject({ 'app.py': 'modified' });
});

test('reads a nested repository; lists a submodule without reading it', async () => {
  using repository = openRepository();
  const { folder, outside } = repository;
  shell(outside, 'git init -q lib; cd lib; echo x > x; git add -A; git commit -qm x');
  shell(folder, `git -c protocol.file.allow=always submodule --quiet add ../lib lib; ${COMMIT}; git branch -f main`);
  shell(folder, 'git init -q tests; echo evil > tests/evil.py; echo y > lib/x');
  await using change = await readChange({ folder });
  expect(list(change)).toEqual({ 'tests/evil.py': 'added' });
  expect(change.warnings).toEqual(['submodule_not_read: lib', 'nested_repository: tests']);
  shell(folder, 'rm -rf tests/.git tests/evil.py; cd lib; git commit -qam y; cd ..; git add lib; git commit -qm lib');
  await using next = await readChange({ folder, base: 'main', head: 'HEAD' });
  expect(next.changed_paths).toMatchObject([
    { path: 'lib', change: 'modified', after: { kind: 'folder', mode: '160000' } },
  ]);
});

test('never follows links: a folder replaced by a link lost its files', async () => {
  using repository = openRepository();
  const { folder, outside } = repository;
  putFiles(outside, { 'elsewhere/test_app.py': 'pass\n' });
  rmSync(join(folder, 'tests'), { recursive: true });
  symlinkSync('../elsewhere', join(folder, 'tests'));
  symlinkSync('app.py', join(folder, 'inside'));
  const expected = { inside: 'added', tests: 'added', 'tests/test_app.py': 'deleted' };
  expect(await changes({ folder })).toEqual(expected);
  shell(folder, COMMIT);
  await using change = await readChange({ folder, base: 'main', head: 'HEAD' });
  expect(list(change)).toEqual(expected);
  expect(change.warnings).toEqual(['symlink_escape: tests']);
  const ends = change.changed_paths
    .filter(({ after }) => after?.kind === 'link')
    .map(({ path, after }) => [path, after?.inside]);
  expect(ends).toEqual([
    ['inside', true],
    ['tests', false],
  ]);
});

test('handles names with newlines, quotes, bidi marks and invalid UTF-8', async () => {
  using repository = openRepository();
  const { folder } = repository;
  shell(
    folder,
    `touch -- $'a\\nb' $'t\\tab' '"quoted"' ':(top)x' $'\\xe2\\x80\\xaegnp.exe' $'bytes-\\xff' ' lead' '-dash' $'tests/new\\nline.py'`,
  );
  const expected = [
    'a\nb',
    't\tab',
    '"quoted"',
    ':(top)x',
    '\u202egnp.exe',
    'bytes-\\xff',
    ' lead',
    '-dash',
    'tests/new\nline.py',
  ];
  expect(Object.keys(await changes({ folder })).sort()).toEqual(expected.sort());
  shell(folder, COMMIT);
  expect(Object.keys(await changes({ folder, base: 'main', head: 'HEAD' })).sort()).toEqual(expected.sort());
});

test('lists a file that is too large without reading it', async () => {
  using repository = openRepository();
  const { folder } = repository;
  writeFileSync(join(folder, 'large.py'), Buffer.alloc(MAX_TEXT_BYTES + 1, 'x = 1\n'));
  shell(folder, COMMIT);
  for (const head of [undefined, 'HEAD']) {
    await using change = await readChange({ folder, base: 'main', ...(head === undefined ? {} : { head }) });
    expect(list(change)).toEqual({ 'large.py': 'added' });
    expect(change.files.size).toBe(0);
    expect(change.warnings).toEqual([`too_large_to_read: large.py, ${MAX_TEXT_BYTES + 1} bytes`]);
  }
});

test('compares two folders by the ignore rules of the first, in any repository', async () => {
  using scratch = scratchFolder();
  const [from, to] = [join(scratch.path, 'from'), join(scratch.path, 'to')];
  putFiles(from, SEED);
  putFiles(to, { ...SEED, 'app.py': 'changed', 'build/x': '', '.gitignore': '', 'run.sh': '' });
  mkdirSync(join(to, '.git'));
  chmodSync(join(to, 'docs/a b.md'), 0o755);
  await using change = await readChange({ folder: scratch.path, from, to });
  expect(list(change)).toEqual({
    '.gitignore': 'modified',
    'app.py': 'modified',
    'docs/a b.md': 'mode',
    'run.sh': 'added',
  });
  expect(change.ignored_changes).toEqual({
    count: 1,
    top_dirs: ['build'],
    changes: [{ path: 'build/x', change: 'added' }],
  });
  expect(change.files.get('app.py')?.after?.toString()).toBe('changed');
  expect((await change.readBase(['app.py'])).get('app.py')?.toString()).toBe(SEED['app.py']);
  expect(await change.watch(['app.py', 'web/'])).toMatchObject({
    'app.py': { before: { kind: 'file' } },
    'web/.gitignore': {},
  });
});

test('reads watched paths on both sides, and folders by their content', async () => {
  using repository = openRepository();
  const { folder } = repository;
  shell(folder, `echo x >> app.py; ln -s app.py link; ${COMMIT}`);
  await using change = await readChange({ folder, base: 'main', head: 'HEAD' });
  expect(await change.watch(['app.py', 'link', 'docs', 'gone', 'tests/'])).toMatchObject({
    'app.py': { before: { kind: 'file' }, after: { kind: 'file' } },
    link: { before: null, after: { kind: 'link', inside: true } },
    docs: { before: { kind: 'folder' }, after: { kind: 'folder' } },
    gone: { before: null, after: null },
    'tests/test_app.py': { before: { kind: 'file' }, after: { kind: 'file' } },
  });
});

test('reads a base file from the newest commit of the base', async () => {
  using repository = openRepository();
  const { folder } = repository;
  shell(
    folder,
    `echo mine > rules; ${COMMIT}; git checkout -q main; echo theirs > rules; ${COMMIT}; git checkout -q work`,
  );
  await using change = await readChange({ folder, base: 'main', head: 'HEAD' });
  const found = await change.readBase(['rules', 'nothing']);
  expect([...found].map(([path, content]) => [path, content.toString()])).toEqual([['rules', 'theirs\n']]);
});

test.each([
  { options: { base: 'nothing' }, words: /--base.*nothing/, why: 'a missing ref' },
  { options: { base: '--output=x' }, words: /--base/, why: 'an option instead of a ref' },
  { options: { from: '.' }, words: /--to/, why: 'a single folder' },
  { options: { from: '.', to: '.', base: 'main' }, words: /--from/, why: 'folders combined with refs' },
])('rejects $why', async ({ options, words }) => {
  using repository = openRepository();
  await expect(readChange({ folder: repository.folder, ...options })).rejects.toMatchObject({
    code: 'usage',
    message: words,
  });
});

test('distinguishes a folder outside a repository, a shallow clone and unrelated histories', async () => {
  using repository = openRepository();
  const { folder, outside } = repository;
  await expect(readChange({ folder: outside })).rejects.toThrow(/--from DIR --to DIR/);
  shell(folder, `echo x > x; ${COMMIT}; echo y > y; ${COMMIT}; git checkout -q main; echo z > z; ${COMMIT}`);
  shell(outside, `git clone -q --depth 1 --no-single-branch file://${folder} shallow`);
  await expect(
    readChange({ folder: join(outside, 'shallow'), base: 'origin/main', head: 'origin/work' }),
  ).rejects.toThrow(/fetch-depth: 0/);
  shell(folder, 'git checkout -q --orphan alone; git rm -qrf .; echo a > a; git add -A; git commit -qm alone');
  expect(await changes({ folder, base: 'main', head: 'alone' })).toMatchObject({ a: 'added', 'app.py': 'deleted' });
});
