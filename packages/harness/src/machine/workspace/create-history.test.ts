import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hashingSink, takeSnapshot } from '@assay/detect';
import { expect, test, vi } from 'vitest';
import { putFiles, SEED, scratchFolder, shell } from '../../../../detect/test/workspace.ts';
import { createHistory, renewHistory } from './create-history.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

test('creates one commit on main and nothing else', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { ...SEED, 'build/out': 'ignored' });
  await createHistory(scratch.path);
  const git = (command: string) => shell(scratch.path, `git ${command}`).trim();
  expect(git('log --all --format="%an <%ae> %cn %aI %cI %s"')).toBe(
    'assay <assay@localhost> assay 2000-01-01T00:00:00+00:00 2000-01-01T00:00:00+00:00 workspace',
  );
  expect(git('for-each-ref --format="%(refname)"')).toBe('refs/heads/main');
  expect(git('symbolic-ref HEAD')).toBe('refs/heads/main');
  for (const nothing of ['remote', 'tag', 'stash list', 'status --porcelain', 'fsck --strict --unreachable'])
    expect(git(nothing), nothing).toBe('');
  // the only commit, in the log of a repository that is in use
  const [commit, short] = [git('rev-parse HEAD'), git('rev-parse --short HEAD')];
  expect(git('rev-parse ORIG_HEAD')).toBe(commit);
  expect(git('reflog').split('\n')).toEqual([
    `${short} HEAD@{0}: reset: moving to HEAD`,
    `${short} HEAD@{1}: commit (initial): workspace`,
  ]);
  expect(git('ls-files')).toBe(['.gitignore', 'app.py', 'run.sh', 'tests/test_app.py'].join('\n'));
  expect(git('config gc.auto')).toBe('0');
  for (const part of ['hooks', 'logs/refs', 'COMMIT_EDITMSG', 'FETCH_HEAD'])
    expect(existsSync(`${scratch.path}/.git/${part}`)).toBe(false);
});

test('the same files give the same commit', async () => {
  using one = scratchFolder();
  using two = scratchFolder();
  for (const { path } of [one, two]) {
    putFiles(path, SEED);
    await createHistory(path);
  }
  expect(shell(one.path, 'git rev-parse HEAD')).toBe(shell(two.path, 'git rev-parse HEAD'));
});

test('an empty workspace gets an empty commit', async () => {
  using scratch = scratchFolder();
  await createHistory(scratch.path);
  expect(shell(scratch.path, 'git ls-tree -r HEAD; git log --format=%s').trim()).toBe('workspace');
});

test('ignores an existing repository with its hooks and filters', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, SEED);
  mkdirSync(`${scratch.path}/w`);
  shell(
    scratch.path,
    `mv app.py tests run.sh .gitignore w; cd w; git init -q; git config filter.x.clean 'touch ../ran; cat'
     git config core.fsmonitor 'touch ../ran'; echo '* filter=x' > .gitattributes
     for hook in pre-commit post-commit post-index-change reference-transaction; do
       printf '#!/bin/sh\\ntouch ../ran\\n' > .git/hooks/$hook 2>/dev/null || { mkdir -p .git/hooks; printf '#!/bin/sh\\ntouch ../ran\\n' > .git/hooks/$hook; }
       chmod +x .git/hooks/$hook
     done; git remote add origin https://example.com/answer
     git init -q inner; touch inner/file; mkdir gitfile; echo 'gitdir: ../..' > gitfile/.git; touch gitfile/x; rm -f ../ran`,
  );
  await createHistory(`${scratch.path}/w`);
  expect(readdirSync(scratch.path)).toEqual(['w']);
  expect(
    shell(`${scratch.path}/w`, 'git remote; git ls-files; test ! -e inner/.git; test ! -e gitfile/.git').trim(),
  ).toBe(
    ['.gitattributes', '.gitignore', 'app.py', 'gitfile/x', 'inner/file', 'run.sh', 'tests/test_app.py'].join('\n'),
  );
});

test('removes a .git link but not its target', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'precious/HEAD': 'x', 'w/a': 'a' });
  shell(`${scratch.path}/w`, 'ln -s ../precious .git; mkdir deep; ln -s ../../precious deep/.git; ln -s .. up');
  await createHistory(`${scratch.path}/w`);
  expect(readdirSync(`${scratch.path}/precious`)).toEqual(['HEAD']);
  expect(shell(`${scratch.path}/w`, 'git ls-files').trim().split('\n')).toEqual(['a', 'up']);
});

test('tolerates names that git rejects', async () => {
  using scratch = scratchFolder();
  shell(scratch.path, String.raw`mkdir .GIT; touch .GIT/x $'\xff' $'a\nb' ':(top)' -- -x; mkfifo pipe`);
  await createHistory(scratch.path);
  expect(shell(scratch.path, 'git ls-files').trim().split('\n')).toEqual(['-x', ':(top)', '"a\\nb"', '"\\377"']);
});

test.each([
  { change: 'nothing', command: 'true' },
  { change: 'a new, a changed and a deleted file', command: 'echo > new; echo 2 >> app.py; rm run.sh' },
  { change: 'as many bytes at the same time', command: 'tr a-z A-Z < t > app.py; touch -r t app.py' },
  { change: 'a mode and a link', command: 'chmod -x run.sh; ln -sf run.sh app.py' },
  { change: 'new rules', command: 'echo "*.py" > .gitignore; echo "*.sh eol=crlf" > .gitattributes' },
  { change: 'a file in place of a folder, and a repository', command: 'rm -r tests; echo > tests; git init -q inner' },
])('a renewed history is that of a new one: $change', async ({ command }) => {
  using scratch = scratchFolder();
  const [folder, fresh, saved] = ['work', 'fresh', 'saved'].map((name) => `${scratch.path}/${name}`) as Three;
  putFiles(folder, SEED);
  await createHistory(folder);
  cpSync(`${folder}/.git`, saved, { recursive: true });
  const before = await takeSnapshot(folder, hashingSink);
  shell(folder, `cp -p app.py t; ${command}; rm -f t`);
  const after = await takeSnapshot(folder, hashingSink);
  rmSync(`${folder}/.git`, { recursive: true });
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])];
  const changed = paths.filter((path) => before.files.get(path)?.oid !== after.files.get(path)?.oid);
  await renewHistory(folder, { saved, changed });
  cpSync(folder, fresh, { recursive: true, verbatimSymlinks: true });
  await createHistory(fresh);
  const head = 'git rev-parse HEAD; git ls-files --stage; git status --porcelain; git fsck --strict --no-dangling';
  expect(shell(folder, head)).toBe(shell(fresh, head));
});

type Three = [string, string, string];
