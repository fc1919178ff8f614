import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openProject, plantHooks } from '../../../../../test/scripted-github/project.ts';
import type { FileChange } from './file-change.ts';
import { type MakeBranchOptions, makeBranch } from './git-branch.ts';

const FILES = {
  'CLAUDE.md': 'be brief\n',
  '.claude/skills/old/SKILL.md': 'old\n',
  '.claude/hooks/check.sh': '#!/bin/sh\n',
  'src/app.js': 'app\n',
};
const file = (content: string, mode: '100644' | '100755' | '120000' = '100644'): FileChange['file'] => ({
  mode,
  content: Buffer.from(content),
});
const CHANGES: readonly FileChange[] = [
  { path: 'CLAUDE.md', file: file('be thorough\r\n') },
  { path: '.claude/skills/old/SKILL.md', file: null },
  { path: '.claude/hooks/check.sh', file: file('#!/bin/sh\n', '100755') },
  { path: 'docs/AGENTS.md', file: file('../CLAUDE.md', '120000') },
];

function open(files: Readonly<Record<string, string>> = FILES) {
  const project = openProject(files);
  const base = project.shell('git rev-parse HEAD').trim();
  const make = (more: Partial<MakeBranchOptions> = {}) =>
    makeBranch({
      folder: project.folder,
      base,
      branch: 'assay/x',
      changes: CHANGES,
      message: 'a better way',
      committed_at_ms: 1_700_000_000_000,
      host: project.host(),
      ...more,
    });
  return { ...project, base, make, [Symbol.dispose]: project[Symbol.dispose] };
}

test('a branch is its base with exactly the changes: adds, edits, deletes, modes and links', async () => {
  using project = open();
  const { commit, previous } = await project.make();
  expect(previous).toBeNull();
  expect(project.shell('git rev-parse assay/x assay/x^').split('\n')).toEqual([commit, project.base, '']);
  expect(project.shell(`git diff-tree -r --no-renames --name-status main assay/x`)).toBe(
    'M\t.claude/hooks/check.sh\nD\t.claude/skills/old/SKILL.md\nM\tCLAUDE.md\nA\tdocs/AGENTS.md\n',
  );
  expect(project.shell('git ls-tree -r --format="%(objectmode) %(path)" assay/x')).toBe(
    '100755 .claude/hooks/check.sh\n100644 CLAUDE.md\n120000 docs/AGENTS.md\n100644 src/app.js\n',
  );
  expect(project.shell('git show assay/x:CLAUDE.md')).toBe('be thorough\r\n');
  expect(project.shell('git fsck --strict --no-dangling 2>&1; git log -1 --format="%an <%ae> %ct" assay/x')).toBe(
    'Ann Operator <ann@example.test> 1700000000\n',
  );
});

test('keeps checkout, index, HEAD and unsaved work, and runs no hook or signature', async () => {
  using project = open();
  const trace = plantHooks(project);
  project.put({ 'CLAUDE.md': 'half an edit\n', 'new.txt': 'untracked\n', 'src/app.js': 'staged\n' });
  project.shell(
    'git -c core.hooksPath=/dev/null add src/app.js; git config core.autocrlf true; git config i18n.commitEncoding latin1',
  );
  const before = project.state();
  await project.make();
  expect(project.state()).toEqual(before);
  expect(existsSync(trace)).toBe(false);
  expect(project.shell('git show assay/x:CLAUDE.md')).toBe('be thorough\r\n');
});

test('the same changes at the same time give the same commit; another change replaces it', async () => {
  using project = open();
  const first = await project.make();
  expect(await project.make()).toEqual({ ...first, previous: first.commit });
  const second = await project.make({ changes: CHANGES.slice(0, 1) });
  expect(second).toMatchObject({ previous: first.commit });
  expect(project.shell('git rev-parse assay/x^').trim()).toBe(project.base);
});

test('without an identity, commits as Assay', async () => {
  using project = open();
  const host = project.host({ HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null' });
  await project.make({ host });
  expect(project.shell('git log -1 --format="%an <%ae> %cn" assay/x')).toBe('Assay <assay@localhost> Assay\n');
});

test('ignores the repository of a running git hook', async () => {
  using project = open();
  const host = project.host({ GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/nonexistent/index', GIT_WORK_TREE: '/' });
  await project.make({ host });
  expect(project.shell('git log -1 --format=%an assay/x')).toBe('Ann Operator\n');
});

test.each([
  { path: '../CLAUDE.md', why: 'leads out of the repository' },
  { path: '/CLAUDE.md', why: 'is absolute' },
  { path: '.git/hooks/post-checkout', why: 'belongs to git' },
  { path: 'sub/.GIT/config', why: 'belongs to git if case is ignored' },
  { path: 'a//b', why: 'has an empty name' },
  { path: 'GIT~1/config', why: 'belongs to git by its short name' },
])('rejects a path that $why', async ({ path }) => {
  using project = open();
  await expect(project.make({ changes: [{ path, file: file('x') }] })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(project.shell('git branch --list "assay/*"')).toBe('');
});

test.each<{ why: string; changes: FileChange[] }>([
  { why: 'removing a missing file', changes: [{ path: 'GEMINI.md', file: null }] },
  { why: 'removing a folder as a file', changes: [{ path: '.claude/skills', file: null }] },
  { why: 'a file where a folder stays', changes: [{ path: 'src', file: file('x') }] },
  { why: 'a folder where a file stays', changes: [{ path: 'CLAUDE.md/x', file: file('x') }] },
  { why: 'a change without effect', changes: [{ path: 'CLAUDE.md', file: file('be brief\n') }] },
])('rejects $why without creating a branch', async ({ changes }) => {
  using project = open();
  await expect(project.make({ changes })).rejects.toMatchObject({ code: 'conflict' });
  expect(project.shell('git branch --list "assay/*"')).toBe('');
});

test('a file may replace a removed folder, and vice versa', async () => {
  using project = open();
  await project.make({
    changes: [
      { path: 'CLAUDE.md', file: null },
      { path: 'CLAUDE.md/AGENTS.md', file: file('a') },
      { path: '.claude/skills/old/SKILL.md', file: null },
      { path: '.claude/skills/old', file: file('b') },
    ],
  });
  expect(project.shell('git ls-tree -r --name-only assay/x')).toBe(
    '.claude/hooks/check.sh\n.claude/skills/old\nCLAUDE.md/AGENTS.md\nsrc/app.js\n',
  );
});

test('keeps binary names and names with line breaks', async () => {
  using project = open();
  project.shell(`printf x > "$(printf 'caf\\351')" && git add -A && git commit -qm bytes`);
  const base = project.shell('git rev-parse HEAD').trim();
  const changes = [
    { path: 'caf\\xe9', file: null },
    { path: '.claude/skills/a\nb\t"c/SKILL.md', file: file('odd') },
  ];
  await project.make({ base, changes });
  expect(
    project.shell(`git diff-tree -r -z --no-renames --name-status ${base} assay/x | od -An -c | tr -d ' \\n'`),
  ).toContain('caf351');
  expect(project.shell(`git diff-tree -r --no-renames --name-status ${base} assay/x`)).toBe(
    'A\t".claude/skills/a\\nb\\t\\"c/SKILL.md"\nD\t"caf\\351"\n',
  );
});

test('keeps a submodule, and works from a second work tree', async () => {
  using project = open();
  project.shell('git update-index --add --cacheinfo 160000,0123456789012345678901234567890123456789,vendor/lib');
  project.shell('git commit -qm submodule; git worktree add -q ../second HEAD');
  const base = project.shell('git rev-parse HEAD').trim();
  const made = await project.make({ base, folder: `${project.folder}/../second` });
  expect(project.shell('git rev-parse assay/x').trim()).toBe(made.commit);
  expect(project.shell('git ls-tree assay/x vendor/')).toContain(
    '160000 commit 0123456789012345678901234567890123456789',
  );
});

test('supports SHA-256 repositories', async () => {
  using project = open();
  project.shell('git init -q --object-format=sha256 -b main ../long; cp -r CLAUDE.md .claude ../long');
  project.shell('cd ../long && git add -A && git commit -qm first');
  const folder = `${project.folder}/../long`;
  const base = project.shell('git -C ../long rev-parse HEAD').trim();
  const { commit } = await project.make({ folder, base });
  expect(commit).toMatch(/^[0-9a-f]{64}$/);
  expect(project.shell('git -C ../long rev-parse assay/x').trim()).toBe(commit);
});

test('does not replace a branch with commits by others', async () => {
  using project = open();
  project.shell('git branch assay/x');
  await expect(project.make()).rejects.toMatchObject({ code: 'conflict' });
  expect(project.shell('git rev-parse assay/x').trim()).toBe(project.base);
});

test.each([
  { why: 'amended', act: 'echo fix > CLAUDE.md; git commit -qa --amend --no-edit' },
  { why: 'rebased', act: 'git rebase -q other' },
  { why: 'merged', act: 'git merge -q --no-edit other' },
])('does not replace its own commit after someone $why it', async ({ act }) => {
  using project = open();
  project.shell('git checkout -qb other; git commit -q --allow-empty -m other; git checkout -q main');
  const { commit } = await project.make();
  project.shell(`git checkout -q assay/x; ${act}; git checkout -q main`);
  const theirs = project.shell('git rev-parse assay/x').trim();
  expect(theirs).not.toBe(commit);
  await expect(project.make()).rejects.toMatchObject({ code: 'conflict' });
  expect(project.shell('git rev-parse assay/x').trim()).toBe(theirs);
});

test('does not move a branch that is checked out', async () => {
  using project = open();
  await project.make();
  project.shell('git worktree add -q ../second assay/x');
  await expect(project.make({ changes: CHANGES.slice(0, 1) })).rejects.toThrow('checked out');
});

test.each(['-x', 'a b', 'a..b', 'x.lock', 'x;rm', 'HEAD~1', ''])('rejects the branch name %j', async (branch) => {
  using project = open();
  await expect(project.make({ branch })).rejects.toMatchObject({ code: 'usage' });
});
