import { expect, test } from 'vitest';
import { fillDate, planInstall } from './install-plan.ts';

const PACKAGE = '{"devDependencies": {"ava": "1"}}';

test.each([
  { files: { 'package.json': PACKAGE, 'package-lock.json': '{}' }, starts: 'npm ci --ignore-scripts', needed: true },
  { files: { 'package.json': PACKAGE }, starts: 'npm install --ignore-scripts', needed: true },
  {
    files: { 'package.json': PACKAGE, 'pnpm-lock.yaml': '' },
    starts:
      'command -v pnpm >/dev/null || pnpm() { npx --yes pnpm@10 "$@"; }; pnpm install --frozen-lockfile --ignore-scripts',
    needed: true,
  },
  {
    files: { 'package.json': PACKAGE, 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" },
    starts: 'command -v pnpm >/dev/null || pnpm() { npx --yes pnpm@8 ',
    needed: true,
  },
  {
    files: { 'package.json': PACKAGE.replace('{', '{"packageManager": "pnpm@6.32.2", '), 'pnpm-lock.yaml': '' },
    starts: 'command -v pnpm >/dev/null || pnpm() { npx --yes pnpm@7 ',
    needed: true,
  },
  {
    files: { 'package.json': PACKAGE.replace('{', '{"packageManager": "pnpm@9.1.2", '), 'pnpm-lock.yaml': '' },
    starts: 'command -v pnpm >/dev/null || pnpm() { npx --yes pnpm@9.1.2 ',
    needed: true,
  },
  {
    // or it would belong to the workspace of the repository around it
    files: { 'package.json': PACKAGE, 'pnpm-lock.yaml': '' },
    starts: `command -v pnpm >/dev/null || pnpm() { npx --yes pnpm@10 "$@"; }; pnpm install --frozen-lockfile --ignore-scripts --prefer-offline --ignore-workspace`,
    needed: true,
  },
  {
    files: { 'package.json': PACKAGE, 'yarn.lock': '# yarn lockfile v1\n' },
    starts:
      'command -v yarn >/dev/null || yarn() { npx --yes yarn@1 "$@"; }; yarn install --frozen-lockfile --ignore-scripts',
    needed: true,
  },
  {
    files: { 'package.json': PACKAGE, 'yarn.lock': '__metadata:\n  version: 8\n' },
    starts:
      'command -v yarn >/dev/null || yarn() { npx --yes yarn@1 "$@"; }; yarn install --immutable --mode=skip-build',
    needed: true,
  },
  { files: { 'go.mod': '', 'go.sum': 'a v1 h1:=' }, starts: 'go mod vendor', needed: true },
  {
    files: { 'Cargo.toml': '[dev-dependencies]\ntiny = "1"', 'Cargo.lock': '' },
    starts: 'mkdir .cargo && cargo vendor --locked >.cargo/config.toml',
    needed: false,
  },
  {
    files: { 'Cargo.toml': '[workspace]\nmembers = ["a"]' },
    starts: 'mkdir .cargo && cargo vendor >.cargo/config.toml',
    needed: false,
  },
  { files: { 'pyproject.toml': '', 'uv.lock': '' }, starts: 'uv sync --frozen', needed: false },
  { files: { 'setup.py': '', 'requirements-dev.txt': '' }, starts: 'python3 -m venv', needed: false },
])('$files: $starts', async ({ files, starts, needed }) => {
  const plan = await planInstall(async (name) => (files as Record<string, string>)[name], {
    names: Object.keys(files),
  });
  expect(plan?.command.startsWith(starts)).toBe(true);
  expect(plan?.needed).toBe(needed);
});

test('without a lock file, the versions are those of the date of the commit', async () => {
  const plan = await planInstall(async (name) => (name === 'package.json' ? PACKAGE : undefined), {
    names: ['package.json'],
  });
  expect(fillDate(plan?.command ?? '', '2020-05-06T07:08:09Z')).toMatch(/ --before=2020-05-06 \|\| npm install /);
});

test.each([
  { 'package.json': '{}' },
  { 'Cargo.toml': '[package]\nname = "tiny"' },
  { 'Cargo.toml': '[dependencies]\ntiny = "1"', '.cargo': '' },
  { 'go.mod': '', 'go.sum': '' },
  { 'package.json': 'not JSON' },
  {},
])('nothing to install: %j', async (files) => {
  const read = async (name: string) => (files as Record<string, string>)[name];
  expect(await planInstall(read, { names: Object.keys(files) })).toBeUndefined();
});
