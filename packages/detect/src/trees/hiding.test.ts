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

// real programs take their time on a busy machine
vi.setConfig({ testTimeout: 60_000 });

// longer than a snapshot waits before it trusts the times of a file
const SETTLED_MS = 2100;
const EDIT = 'echo "def add(a, b): return 3" > app.py';

// every way an agent has of keeping an edit from git, and what is seen all the same
test.each([
  { trick: 'assume-unchanged', script: `git update-index --assume-unchanged app.py; ${EDIT}` },
  { trick: 'skip-worktree', script: `git update-index --skip-worktree app.py; ${EDIT}` },
  { trick: 'a diff program that says nothing', script: `git config diff.external /bin/true; ${EDIT}` },
  {
    trick: 'a clean filter that prints the original',
    script: `git config filter.x.clean 'git show HEAD:app.py'; mkdir .git/info; echo '*.py filter=x' > .git/info/attributes; ${EDIT}`,
  },
  {
    trick: 'an attribute that says it is binary, out of the tree',
    script: `mkdir .git/info; echo '*.py -diff' > .git/info/attributes; ${EDIT}`,
  },
  { trick: 'a commit', script: `${EDIT}; git commit -qam done` },
  { trick: 'a commit that takes the place of the first', script: `${EDIT}; git commit -qa --amend -m workspace` },
  { trick: 'staging', script: `${EDIT}; git add app.py` },
  {
    trick: 'a branch to another history',
    script: `${EDIT}; git checkout -q --orphan new; git add -A; git commit -qm x`,
  },
  { trick: 'no repository any more', script: `${EDIT}; rm -rf .git` },
  { trick: 'a repository that is somewhere else', script: `mv .git ../gone; echo 'gitdir: ../gone' > .git; ${EDIT}` },
  {
    trick: 'the time of change set back',
    script: `touch -r app.py ../then; sed -i s/+/-/ app.py; touch -r ../then app.py`,
  },
  {
    trick: 'another file moved over it',
    script: `${EDIT.replace('app.py', '../x')}; touch -r app.py ../x; mv ../x app.py`,
  },
  { trick: 'a hard link to a file outside', script: `echo x > ../x; ln -f ../x app.py` },
])('an edit is seen through $trick', async ({ script }) => {
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
])('a new file is seen through $trick', async ({ script, also }) => {
  using scene = await openScene();
  scene.attack(`${script}; echo evil > evil.py`);
  expect(await scene.changes()).toEqual({ ...also, 'evil.py': 'added' });
});

test('rules of the baseline that the agent removed still hold, and what they ignore is counted', async () => {
  using scene = await openScene();
  scene.attack('rm .gitignore; mkdir -p build/deep; touch build/a build/deep/b c.log');
  const { changed_paths, ignored_changes } = await scene.diff();
  expect(changed_paths.map(({ path }) => path)).toEqual(['.gitignore']);
  expect(ignored_changes).toEqual({ count: 3, top_dirs: ['build', '.'] });
});

test('what the baseline ignores is listed where that is asked for', async () => {
  using scene = await openScene();
  scene.attack('mkdir -p build; touch build/a c.log');
  const { ignored_changes } = await scene.diff({ list_ignored: true });
  expect(ignored_changes.changes).toEqual([
    { path: 'build/a', change: 'added' },
    { path: 'c.log', change: 'added' },
  ]);
});

test('a repository in a folder hides nothing, with or without a commit', async () => {
  using scene = await openScene();
  scene.attack(
    'git init -q empty; echo 1 > empty/a; git init -q full; cd full; echo 1 > b; git add b; git commit -qm b',
  );
  expect(await scene.changes()).toEqual({ 'empty/a': 'added', 'full/b': 'added' });
  expect((await scene.diff()).warnings).toEqual(['nested_repository: empty', 'nested_repository: full']);
});

test('a mode is seen though git is told not to look', async () => {
  using scene = await openScene();
  scene.attack('git config core.fileMode false; chmod +x app.py; chmod -x run.sh');
  expect(await scene.changes()).toEqual({ 'app.py': 'mode', 'run.sh': 'mode' });
});

test('a folder that became a link, and a file that became a folder', async () => {
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

test('FIFOs and sockets are said and do not hold the harness up', async () => {
  using scene = await openScene();
  scene.attack('mkfifo pipe; rm app.py; mkfifo app.py');
  const server = createServer().listen(`${scene.folder}/socket`);
  await once(server, 'listening');
  const { warnings } = await scene.snapshot();
  server.close();
  expect(warnings.toSorted()).toEqual(['app.py', 'pipe', 'socket'].map((name) => `special_file_ignored: ${name}`));
  expect(await scene.changes()).toEqual({ 'app.py': 'deleted' });
});

test('names that are no text, hold newlines, or look like something else', async () => {
  using scene = await openScene();
  scene.attack(
    String.raw`touch $'new\nline' $'caf\xe9' $'\\xe9' ':(exclude)a' '*' $'\e[2J' '.git ' .gitx; mkdir -p .GIT/hooks; touch .GIT/hooks/x`,
  );
  expect(Object.keys(await scene.changes()).toSorted()).toEqual(
    ['new\nline', 'caf\\xe9', '\\x5cxe9', ':(exclude)a', '*', '\u001b[2J', '.git ', '.gitx', '.GIT/hooks/x'].toSorted(),
  );
});

test('planted hooks and configuration are said', async () => {
  using scene = await openScene();
  expect((await scene.diff()).warnings).toEqual([]);
  scene.attack('mkdir .git/hooks; echo true > .git/hooks/pre-commit');
  expect((await scene.diff()).warnings).toEqual(['git_metadata_changed']);
});

test('a FIFO or a link among the hooks does not hold the harness up', async () => {
  using scene = await openScene();
  scene.attack('mkdir -p .git/hooks; mkfifo .git/hooks/post-commit; rm .git/config; ln -s /dev/zero .git/config');
  expect((await scene.diff()).warnings).toEqual(['git_metadata_changed']);
});

test('a file of 64 MiB that takes no room on the disk is read in pieces', async () => {
  using scene = await openScene();
  scene.attack('truncate -s 64M hole; head -c 6000000 /dev/urandom > noise');
  const { files } = await scene.snapshot();
  expect(files.get('hole')).toMatchObject({ size_bytes: 64 * 1024 * 1024, binary: true });
  for (const name of ['hole', 'noise']) {
    scene.attack(`test "$(git hash-object --no-filters ${name})" = ${files.get(name)?.oid}`);
    scene.attack(`git --git-dir=../store cat-file blob ${files.get(name)?.oid} | cmp - ${name}`);
  }
});

test('a folder deeper than any path can be is said, and what is above it is seen', async () => {
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

test('long names are followed past what a path can hold, up to a bound that is said', async () => {
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

test('what may not be read is a fault with its path', async ({ skip }) => {
  using scene = await openScene();
  scene.attack('mkdir closed; touch closed/x secret; chmod 000 closed secret; chmod -R a+rwX ../store; chmod a+x ..');
  const asNobody = process.getuid?.() === 0;
  if (asNobody && process.seteuid === undefined) skip('root reads everything, and cannot become someone else here');
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

test('a folder that is swapped for a link while it is walked leads nowhere else', async () => {
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
      // either a fault that says so, or a tree without what is outside
      if ('files' in seen) expect([...seen.files.keys()].filter((path) => path.endsWith('passwords'))).toEqual([]);
      else expect(seen.code).toBe('unreadable_file');
    }
  } finally {
    swapper.kill('SIGKILL');
    await once(swapper, 'close');
  }
});

// concurrent, as both have to wait until files are old enough to be trusted
test.concurrent('a write through mapped memory, which some file systems do not note, is seen', async ({ skip }) => {
  if (!existsSync('/dev/shm')) return skip('there is no /dev/shm here');
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

test.concurrent('files that were left alone are not read again, and one that was written to is', async ({ skip }) => {
  using scene = await openScene();
  await wait(SETTLED_MS);
  const before = await takeSnapshot(scene.folder, scene.store);
  if (before.stamps.size === 0) return skip('the file system here does not note every write');
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
