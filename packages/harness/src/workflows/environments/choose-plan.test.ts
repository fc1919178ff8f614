import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { choosePlan } from './choose-plan.ts';

const JS = '{"dependencies": {"tiny": "1"}}';
const ROOT = '{"workspaces": ["packages/*", "!packages/old"]}';

test.each([
  {
    why: 'packages of a workspace are installed together, by all their manifests',
    files: {
      ...{ 'package.json': ROOT, 'package-lock.json': '{}', '.npmrc': '', 'packages/a/package.json': JS },
      ...{ 'packages/b/package.json': JS, 'packages/old/package.json': JS, 'fixtures/package.json': JS },
    },
    folder: null,
    decided_by: ['package.json', 'package-lock.json', '.npmrc', 'packages/a/package.json', 'packages/b/package.json'],
  },
  {
    why: 'those of pnpm too',
    files: { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages: ["packages/**"]', 'packages/a/package.json': JS },
    folder: null,
    decided_by: ['package.json', 'pnpm-workspace.yaml', 'packages/a/package.json'],
  },
  {
    why: 'a package with its own lock file stands alone',
    files: { 'package.json': JS, 'packages/a/package.json': JS, 'packages/a/package-lock.json': '{}' },
    folder: 'packages/a',
    decided_by: ['packages/a/package.json', 'packages/a/package-lock.json'],
  },
  {
    why: 'so does one in another language',
    files: { 'package.json': JS, 'packages/a/go.mod': '', 'packages/a/go.sum': 'a v1 h1:=' },
    folder: 'packages/a',
    decided_by: ['packages/a/go.mod', 'packages/a/go.sum'],
  },
  {
    why: 'a Python package without a lock file above it stands alone',
    files: { 'pyproject.toml': '[tool.ruff]', 'packages/a/pyproject.toml': '' },
    folder: 'packages/a',
    decided_by: ['packages/a/pyproject.toml'],
  },
  {
    why: 'with a lock file above it, it does not',
    files: { 'pyproject.toml': '', 'uv.lock': '', 'packages/a/pyproject.toml': '' },
    folder: null,
    decided_by: ['pyproject.toml', 'uv.lock'],
  },
  {
    why: 'a package that needs nothing has what the top has',
    files: { 'package.json': JS, 'packages/a/package.json': '{}' },
    folder: null,
    decided_by: ['package.json'],
  },
])('$why', async ({ files, folder, decided_by }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, files as Record<string, string>);
  expect(await choosePlan(scratch.path, { unit: 'packages/a', setup: undefined })).toMatchObject({
    folder,
    decided_by,
  });
});

test('a command of the person is decided by the manifests at the top', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, {
    'package.json': JS,
    'Gemfile.lock': '',
    'go.sum': '',
    'README.md': '',
    'a/package.json': JS,
  });
  const plan = await choosePlan(scratch.path, { unit: 'a', setup: 'make install' });
  expect({ ...plan, decided_by: plan?.decided_by.toSorted() }).toEqual({
    ...{ command: 'make install', needed: true, folder: null },
    decided_by: ['Gemfile.lock', 'go.sum', 'package.json'],
  });
});
