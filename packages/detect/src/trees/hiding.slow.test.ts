import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openScene, putFiles, SEED, scratchFolder, shell } from '../../test/workspace.ts';
import { createObjectStore } from './object-store.ts';
import { takeSnapshot } from './snapshot.ts';
import { MAX_DEPTH } from './walk-tree.ts';

// real processes are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

// longer than the time after which a snapshot trusts file times
const SETTLED_MS = 2100;
const EDIT = 'echo "def add(a, b): return 3" > app.py';

// ways in which an agent can hide an edit from git
test.each([
  { trick: 'assume-unchanged', script: `git update-index --assume-unchanged app.py; ${EDIT}` },
  { trick: 'skip-worktree', script: `git update-index --skip-worktree app.py; ${EDIT}` },
  { trick: 'a diff program without output', script: `git config diff.external /bin/true; ${EDIT}` },
  {
    trick: 'a clean filter that prints the original',
    script: `git config filter.x.clean 'git show HEAD:app.py'; mkdir .git/info; echo '*.py filter=x' > .git/info/attributes; ${EDIT}`,
  },
  {
    trick: 'a binary attribute outside the tree',
    script: `mkdir .git/info; echo '*.py -diff' > .git/info/attributes; ${EDIT}`,
  },
  { trick: 'a commit', script: `${EDIT}; git commit -qam done` },
  { trick: 'an amended first commit', script: `${EDIT}; git commit -qa --amend -m workspace` },
  { trick: 'staging', script: `${EDIT}; git add app.py` },
  {
    trick: 'a branch to another history',
    script: `${EDIT}; git checkout -q --orphan new; git add -A; git commit -qm x`,
  },
  { trick: 'a removed repository', script: `${EDIT}; rm -rf .git` },
  { trick: 'a moved repository', script: `mv .git ../gone; echo 'gitdir: ../gone' > .git; ${EDIT}` },
  {
    trick: 'a reset modification time',
    script: `touch -r app.py ../then; sed -i s/+/-/ app.py; touch -r ../then app.py`,
  },
  {
    trick: 'a file moved over it',
    script: `${EDIT.replace('app.py', '../x')}; touch -r app.py ../x; mv ../x app.py`,
  },
  { trick: 'a hard link to a file outside', script: `echo x > ../x; ln -f ../x app.py` },
])('detects an edit hidden by $trick', async ({ script }) => {
  using scene = await openScene();
  scene.attack(script);
  expect(await scene.changes()).toEqual({ 'app.py': 'modified' });
});

test.each([
  { trick: 'a rule in .gitignore', script: `echo evil.py >> .gitignore`, also: { '.gitignore': 'modified' } },
  { trick: 'a rule in .git/info/exclude', script: `mkdir -p .git/info; echo evil.py > .git/info/exclude`, also: {} },
  { trick: 'a rule in the configuration', script: `echo evil.py > ../x; git config core.excludesFile ../x`, also: {} },
  {
    trick: 'a rule in a folder',
    script: `echo '*' > tests/.gitignore; touch tests/evil.py`,
    also: { 'tests/.gitignore': 'added', 'tests/evil.py': 'added' },
  },
])('detects a new file hidden by $trick', async ({ script, also }) => {
  using scene = await openScene();
  scene.attack(`${script}; echo evil > evil.py`);
  expect(await scene.changes()).toEqual({ ...also, 'evil.py': 'added' });
});

test('applies ignore rules of the baseline that the agent removed, and counts ignored files', async () => {
  using scene = await openScene();
  scene.attack('rm .gitignore; mkdir -p build/deep; touch build/a build/deep/b c.log');
  const { changed_paths, ignored_changes } = await scene.diff();
  expect(changed_paths.map(({ path }) => path)).toEqual(['.gitignore']);
  expect(ignored_changes).toEqual({ count: 3, top_dirs: ['build', '.'] });
});

test('lists ignored files on request', async () => {
  using scene = await openScene();
  scene.attack('mkdir -p build; touch build/a c.log');
  const { ignored_changes } = await scene.diff({ list_ignored: true });
  expect(ignored_changes.changes).toEqual([
    { path: 'build/a', change: 'added' },
    { path: 'c.log', change: 'added' },
  ]);
});

test('reads nested repositories, with or without a commit', async () => {
  using scene = await openScene();
  scene.attack(
    'git init -q empty; echo 1 > empty/a; git init -q full; cd full; echo 1 > b; git add b; git commit -qm b',
  );
  expect(await scene.changes()).toEqual({ 'empty/a': 'added', 'full/b': 'added' });
  expect((await scene.diff()).warnings).toEqual(['nested_repository: empty', 'nested_repository: full']);
});

test('detects a mode change despite core.fileMode', async () => {
  using scene = await openScene();
  scene.attack('git config core.fileMode false; chmod +x app.py; chmod -x run.sh');
  expect(await scene.changes()).toEqual({ 'app.py': 'mode', 'run.sh': 'mode' });
});

test('detects a folder replaced by a link, and a file replaced by a folder', async () => {
  using scene = await openScene();
  scene.attack('mv tests ../elsewhere; ln -s ../elsewhere tests; rm app.py; mkdir app.py; touch app.py/x');
  expect(await scene.changes()).toEqual({
    'app.py': 'type',
    'app.py/x': 'added',
    tests: 'type',
    'tests/test_app.py': 'deleted',
  });
  expect((await scene.diff()).warnings).toEqual(['symlink_escape: tests']);
});

test('reports FIFOs and sockets without blocking', async () => {
  using scene = await openScene();
  scene.attack('mkfifo pipe; rm app.py; mkfifo app.py');
  const server = createServer().listen(`${scene.folder}/socket`);
  await once(server, 'listening');
  const { warnings } = await scene.snapshot();
  server.close();
  expect(warnings.toSorted()).toEqual(['app.py', 'pipe', 'socket'].map((name) => `special_file_ignored: ${name}`));
  expect(await scene.changes()).toEqual({ 'app.py': 'deleted' });
});

test('handles names that are not UTF-8, contain newlines or look like pathspecs', async () => {
  using scene = await openScene();
  scene.attack(
    String.raw`touch $'new\nline' $'caf\xe9' $'\\xe9' ':(exclude)a' '*' $'\e[2J' '.git ' .gitx; mkdir -p .GIT/hooks; touch .GIT/hooks/x`,
  );
  expect(Object.keys(await scene.changes()).toSorted()).toEqual(
    ['new\nline', 'caf\\xe9', '\\x5cxe9', ':(exclude)a', '*', '\u001b[2J', '.git ', '.gitx', '.GIT/hooks/x'].toSorted(),
  );
});

test('reports planted hooks and configuration', async () => {
  using scene = await openScene();
  expect((await scene.diff()).warnings).toEqual([]);
  scene.attack('mkdir .git/hooks; echo true > .git/hooks/pre-commit');
  expect((await scene.diff()).warnings).toEqual(['git_metadata_changed']);
});

test('does not block on a FIFO or a link among the hooks', async () => {
  using scene = await openScene();
  scene.attack('mkdir -p .git/hooks; mkfifo .git/hooks/post-commit; rm .git/config; ln -s /dev/zero .git/config');
  expect((await scene.diff()).warnings).toEqual(['git_metadata_changed']);
});

test('reads a sparse file of 64 MiB in chunks', async () => {
  using scene = await openScene();
  scene.attack('truncate -s 64M hole; head -c 6000000 /dev/urandom > noise');
  const { files } = await scene.snapshot();
  expect(files.get('hole')).toMatchObject({ size_bytes: 64 * 1024 * 1024, binary: true });
  for (const name of ['hole', 'noise']) {
    scene.attack(`test "$(git hash-object --no-filters ${name})" = ${files.get(name)?.oid}`);
    scene.attack(`git --git-dir=../store cat-file blob ${files.get(name)?.oid} | cmp - ${name}`);
  }
});

test('reports a folder that is too deep, and reads what is above it', async () => {
  using scene = await openScene();
  scene.attack(
    `python3 -c "
import os
for i in range(2000):
    os.mkdir('d'); os.chdir('d')
    if i == 900: open('seen', 'w').close()
open('hidden', 'w').close()"`,
  );
  const { files, warnings } = await scene.snapshot();
  expect(files.has(`${'d/'.repeat(901)}seen`)).toBe(true);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^beyond_depth_ignored: d\/d\//);
  expect([...files.keys()].filter((path) => path.endsWith('d'))).toHaveLength(MAX_DEPTH - 1);
});

test('reads beyond the path length limit of the system, up to a reported bound', async () => {
  using scene = await openScene();
  const name = 'n'.repeat(250);
  scene.attack(`python3 -c "
import os
for i in range(20):
    os.mkdir('${name}'); os.chdir('${name}'); open('f', 'w').close()"`);
  const { files, warnings } = await scene.snapshot();
  expect([...files.keys()].filter((path) => path.endsWith('/f'))).toHaveLength(13);
  expect(warnings[0]).toMatch(/^beyond_depth_ignored: [n/]+… \(\d+ characters\)$/);
});

test('reports an unreadable file with its path', async ({ skip }) => {
  using scene = await openScene();
  scene.attack('mkdir closed; touch closed/x secret; chmod 000 closed secret; chmod -R a+rwX ../store; chmod a+x ..');
  const asNobody = process.getuid?.() === 0;
  if (asNobody && process.seteuid === undefined) skip('root can read everything and cannot change its user here');
  if (asNobody) process.seteuid?.(65_534);
  try {
    await expect(scene.snapshot()).rejects.toMatchObject({
      code: 'unreadable_file',
      message: expect.stringMatching(/^(closed|secret) cannot be read: EACCES/),
    });
  } finally {
    if (asNobody) process.seteuid?.(0);
  }
});

test('does not follow a folder that is swapped for a link during the walk', async () => {
  using scene = await openScene();
  const { folder, outside } = scene;
  mkdirSync(`${outside}/secrets`);
  writeFileSync(`${outside}/secrets/passwords`, 'hunter2');
  mkdirSync(`${folder}/d`);
  for (let i = 0; i < 100; i++) writeFileSync(`${folder}/d/f${i}`, `${i}`);
  symlinkSync(`${outside}/secrets`, `${folder}/l`);
  const swapper = spawn(
    'python3',
    ['-c', "import os\nwhile True:\n  os.rename('d','x'); os.rename('l','d'); os.rename('d','l'); os.rename('x','d')"],
    { cwd: folder, stdio: 'ignore' },
  );
  await once(swapper, 'spawn');
  await wait(50);
  try {
    for (let i = 0; i < 10; i++) {
      const seen = await takeSnapshot(folder, scene.store).catch((error: { code: string }) => error);
      // either an error, or a tree without files from outside
      if ('files' in seen) expect([...seen.files.keys()].filter((path) => path.endsWith('passwords'))).toEqual([]);
      else expect(seen.code).toBe('unreadable_file');
    }
  } finally {
    swapper.kill('SIGKILL');
    await once(swapper, 'close');
  }
});

// concurrent, because both wait until file times can be trusted
test.concurrent('detects a write through mapped memory, which some file systems do not record', async ({ skip }) => {
  if (!existsSync('/dev/shm')) return skip('no /dev/shm on this system');
  using scratch = scratchFolder();
  using memory = scratchFolder('/dev/shm');
  const store = await createObjectStore(scratch.path);
  putFiles(memory.path, SEED);
  await wait(SETTLED_MS);
  const before = await takeSnapshot(memory.path, store);
  shell(
    memory.path,
    `python3 -c "import mmap; f = open('app.py', 'r+b'); m = mmap.mmap(f.fileno(), 0); m[0:1] = b'X'"`,
  );
  expect((await takeSnapshot(memory.path, store, before)).files.get('app.py')).not.toEqual(before.files.get('app.py'));
});

test.concurrent('reads only files again that were written to', async ({ skip }) => {
  using scene = await openScene();
  await wait(SETTLED_MS);
  const before = await takeSnapshot(scene.folder, scene.store);
  if (before.stamps.size === 0) return skip('this file system does not record every write');
  expect([...before.stamps.keys()]).toContain('app.py');
  renameSync(`${scene.folder}/app.py`, `${scene.folder}/moved.py`);
  writeFileSync(`${scene.folder}/run.sh`, 'x');
  let read = 0;
  const counting = {
    ...scene.store,
    write: (kind: 'blob' | 'tree' | 'commit', content: Buffer) => {
      if (kind === 'blob') read++;
      return scene.store.write(kind, content);
    },
  };
  const after = await takeSnapshot(scene.folder, counting, before);
  expect(read).toBe(2);
  expect(after.stamps).toBe(before.stamps);
  expect(after.tree).toBe((await takeSnapshot(scene.folder, scene.store)).tree);
});
