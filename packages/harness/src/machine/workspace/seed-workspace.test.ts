import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, test, vi } from 'vitest';
import { putFiles, SEED, scratchFolder, shell } from '../../../../detect/test/workspace.ts';
import { seedWorkspace } from './seed-workspace.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const FILES = ['.gitignore', 'app.py', 'run.sh', 'tests'];

async function fill(
  scratch: { path: string },
  seed: Parameters<typeof seedWorkspace>[0]['seed'],
  history: 'fresh' | 'keep' = 'fresh',
) {
  const target = `${scratch.path}/target`;
  const { seed_digest } = await seedWorkspace({ seed, history, base: scratch.path, target });
  return { target, seed_digest, names: readdirSync(target).toSorted() };
}

function repository(folder: string): string {
  putFiles(folder, SEED);
  shell(
    folder,
    'git init -q -b main; git add -A; git commit -qm one; git tag v1; echo later > later; git add -A; git commit -qm two; git checkout -q -b side; git rm -q later; git commit -qm three; git checkout -q main',
  );
  return shell(folder, 'git rev-parse v1').trim();
}

test('an empty seed', async () => {
  using scratch = scratchFolder();
  expect(await fill(scratch, 'empty')).toMatchObject({
    names: [],
    seed_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('copies a folder unchanged: modes, times, dangling links, binary names, empty folders', async () => {
  using scratch = scratchFolder();
  const source = `${scratch.path}/seed`;
  putFiles(source, SEED);
  chmodSync(`${source}/run.sh`, 0o4750);
  symlinkSync('/etc/passwd', `${source}/out`);
  symlinkSync('nowhere', `${source}/dangling`);
  shell(source, String.raw`touch -d 2001-01-01 app.py; mkdir empty closed; touch closed/x $'\xff'; chmod 500 closed`);
  const { target } = await fill(scratch, { copy: 'seed' });
  shell(target, 'diff -r --no-dereference ../seed .; test "$(stat -c %Y app.py)" = "$(stat -c %Y ../seed/app.py)"');
  expect(readlinkSync(`${target}/out`)).toBe('/etc/passwd');
  expect(statSync(`${target}/run.sh`).mode & 0o7777).toBe(0o750);
  expect(statSync(`${target}/closed`).mode & 0o777).toBe(0o500);
});

test('the digest depends on the files, not on their source', async () => {
  using scratch = scratchFolder();
  repository(`${scratch.path}/repo`);
  shell(`${scratch.path}/repo`, 'git checkout -q v1; tar -cf ../a.tar .');
  const digests = [];
  for (const seed of [{ copy: 'repo' }, { git: 'repo', ref: 'v1' }, { archive: 'a.tar' }]) {
    digests.push((await fill(scratch, seed)).seed_digest);
    shell(scratch.path, 'rm -rf target');
  }
  expect(new Set(digests).size).toBe(1);
});

test('a fresh history copies no repository of a folder; keep copies all', async () => {
  using scratch = scratchFolder();
  repository(`${scratch.path}/seed`);
  shell(`${scratch.path}/seed`, 'git init -q inner; touch inner/x; mkdir sub; echo gitdir: x > sub/.git; touch sub/y');
  const { target } = await fill(scratch, { copy: 'seed' });
  expect(shell(target, 'find . -name .git').trim()).toBe('');
  expect(shell(target, 'ls inner sub').split('\n')).toEqual(['inner:', 'x', '', 'sub:', 'y', '']);
  shell(scratch.path, 'rm -rf target');
  await fill(scratch, { copy: 'seed' }, 'keep');
  expect(shell(target, 'git log --oneline --all | wc -l; git tag').split(/\s+/)).toEqual(['3', 'v1', '']);
});

test('skips a target inside the source folder, and its .assay folder', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { ...SEED, '.assay/runs/1/answer': '42' });
  const target = `${scratch.path}/work/target`;
  await seedWorkspace({ seed: { copy: '.' }, history: 'fresh', base: scratch.path, target });
  expect(readdirSync(target).toSorted()).toEqual([...FILES, 'work']);
  expect(readdirSync(`${target}/work`)).toEqual([]);
});

test('rejects a FIFO in a folder', async () => {
  using scratch = scratchFolder();
  shell(scratch.path, 'mkdir seed; mkfifo seed/pipe');
  await expect(fill(scratch, { copy: 'seed' })).rejects.toThrow(
    /^pipe cannot be copied: expected files, folders and links/,
  );
});

test.each([
  { ref: 'main', names: [...FILES, 'later'].toSorted(), why: 'a branch' },
  { ref: 'side', names: FILES, why: 'another branch' },
  { ref: 'v1', names: FILES, why: 'a tag' },
  { ref: 'HEAD', names: [...FILES, 'later'].toSorted(), why: 'the current commit' },
  { ref: 'main~1', names: FILES, why: 'an expression, which fetches everything' },
])('seeds from a repository at $ref: $why', async ({ ref, names }) => {
  using scratch = scratchFolder();
  repository(`${scratch.path}/repo`);
  expect((await fill(scratch, { git: 'repo', ref })).names).toEqual(names);
});

test('seeds from a commit, full or short, by path or address', async () => {
  using scratch = scratchFolder();
  const commit = repository(`${scratch.path}/repo`);
  for (const git of ['repo', `${scratch.path}/repo`, `file://${scratch.path}/repo`]) {
    for (const ref of [commit, commit.slice(0, 8)]) {
      expect((await fill(scratch, { git, ref })).names).toEqual(FILES);
      shell(scratch.path, 'rm -rf target');
    }
  }
});

test('seeds from a repository with its history at a ref', async () => {
  using scratch = scratchFolder();
  const commit = repository(`${scratch.path}/repo`);
  const { target, names } = await fill(scratch, { git: 'repo', ref: 'side' }, 'keep');
  expect(names).toEqual(['.git', ...FILES]);
  expect(shell(target, 'git branch --show-current; git log --format=%s; git status --porcelain').trim()).toBe(
    'side\nthree\ntwo\none',
  );
  shell(scratch.path, 'rm -rf target');
  await fill(scratch, { git: 'repo', ref: commit }, 'keep');
  expect(shell(target, 'git rev-parse HEAD; ls -A .git/hooks 2>/dev/null | wc -l').trim()).toBe(`${commit}\n0`);
});

test('skips submodules and fetches nothing of them', async () => {
  using scratch = scratchFolder();
  repository(`${scratch.path}/inner`);
  repository(`${scratch.path}/repo`);
  shell(
    `${scratch.path}/repo`,
    'git -c protocol.file.allow=always submodule --quiet add ../inner sub; git commit -qm sub; rm -rf ../inner',
  );
  expect((await fill(scratch, { git: 'repo', ref: 'main' })).names).toEqual([
    '.gitignore',
    '.gitmodules',
    'app.py',
    'later',
    'run.sh',
    'tests',
  ]);
});

test('ignores filters and hooks of a repository', async () => {
  using scratch = scratchFolder();
  const folder = `${scratch.path}/repo`;
  repository(folder);
  shell(
    folder,
    `printf '* text eol=crlf filter=x ident export-subst\n' > .gitattributes; git add .gitattributes; git commit -qm x
    git config filter.x.smudge 'touch ../../ran'; mkdir -p .git/hooks; printf '#!/bin/sh\ntouch ${scratch.path}/ran\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout`,
  );
  const { target } = await fill(scratch, { git: 'repo', ref: 'main' });
  expect(readFileSync(`${target}/app.py`, 'utf8')).toBe(SEED['app.py']);
  expect(readdirSync(scratch.path).toSorted()).toEqual(['repo', 'target']);
});

test.each([
  { seed: { copy: 'missing' }, message: /missing cannot be read: ENOENT/ },
  { seed: { copy: 'file' }, message: /expected a folder/ },
  { seed: { archive: 'missing.tar' }, message: /expected a file/ },
  { seed: { archive: 'file' }, message: /expected \.tar/ },
  { seed: { archive: 'broken.tar.gz' }, message: /tar: / },
  { seed: { archive: 'broken.zip' }, message: /not a zip/ },
  { seed: { git: 'missing', ref: 'main' }, message: /the repository does not exist/ },
  { seed: { git: 'folder', ref: 'main' }, message: /git says .*(not appear to be a git repository|does not exist)/ },
  { seed: { git: 'repo', ref: 'nowhere' }, message: /has no nowhere/ },
  { seed: { git: '--upload-pack=touch ran', ref: 'main' }, message: /expected the address or path/ },
  { seed: { git: 'ext::sh -c touch% ran', ref: 'main' }, message: /expected the address or path/ },
  { seed: { git: 'repo', ref: '--upload-pack=touch ran' }, message: /expected a branch, tag or commit/ },
  { seed: { git: 'repo', ref: 'main:refs/x' }, message: /expected a branch, tag or commit/ },
  { seed: { git: 'repo', ref: '+main' }, message: /expected a branch, tag or commit/ },
])('$seed fails with a reason', async ({ seed, message }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { file: '', 'broken.tar.gz': 'x', 'broken.zip': 'x' });
  mkdirSync(`${scratch.path}/folder`);
  repository(`${scratch.path}/repo`);
  for (const history of ['fresh', 'keep'] as const) {
    const filled = fill(scratch, seed, history);
    await expect(filled).rejects.toMatchObject({ code: 'unreadable_file', message: expect.stringMatching(message) });
    shell(scratch.path, 'test ! -e ran; rm -rf target');
  }
});

test('error messages do not contain the password of an address', async () => {
  using scratch = scratchFolder();
  const filled = fill(scratch, { git: 'http://user:hunter2@127.0.0.1:1/repo', ref: 'main' });
  await expect(filled).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/repo cannot be fetched: git says (?!.*hunter2)/);
});

test('rejects a target with content', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'target/x': '' });
  await expect(fill(scratch, 'empty')).rejects.toMatchObject({ code: 'unwritable_file' });
  writeFileSync(`${scratch.path}/target/x`, '');
});
