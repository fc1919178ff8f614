import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { openEnvironments } from './environment.ts';
import { InconclusiveError } from './rejection.ts';

const DEPENDENT = '{"devDependencies": {"ava": "1"}}';

/** Prepares an environment on a machine without any program. */
async function prepare(files: Readonly<Record<string, string>>, setup?: string) {
  using scratch = scratchFolder();
  const environments = openEnvironments({
    folder: join(scratch.path, 'environments'),
    checkout: join(scratch.path, 'checkout'),
    setup,
    host: { now: () => 0, entropy: (bytes) => new Uint8Array(bytes), environment: { PATH: scratch.path } },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return await environments
    .prepare({
      fill: async (folder) => putFiles(folder, files),
      draft: join(scratch.path, 'draft'),
      date: '2026-01-01T00:00:00Z',
    })
    .catch((error: unknown) => error);
}

test.each([
  ['pnpm', { 'package.json': DEPENDENT, 'pnpm-lock.yaml': '' }, 'run `npm install --global pnpm`'],
  ['yarn', { 'package.json': DEPENDENT, 'yarn.lock': '# yarn lockfile v1\n' }, 'run `npm install --global yarn`'],
  ['go', { 'go.mod': '', 'go.sum': 'a v1 h1:=' }, 'install it'],
])('without %s, the commit is left for another time, with what to do', async (program, files, advice) => {
  const error = await prepare(files);
  expect(error).toBeInstanceOf(InconclusiveError);
  expect(error).toMatchObject({
    reason: 'not_installable',
    message: `${program} is not installed: ${advice}, or name another command with --setup`,
  });
});

test('a command that fails otherwise says how', async () => {
  const error = await prepare({ 'package.json': DEPENDENT }, 'echo no such registry >&2; exit 3');
  expect(error).not.toBeInstanceOf(InconclusiveError);
  expect(error).toMatchObject({
    reason: 'not_installable',
    message: '`echo no such registry >&2; exit 3` exited with 3\nno such registry',
  });
});
