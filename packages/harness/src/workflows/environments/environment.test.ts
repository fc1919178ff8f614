import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { InconclusiveError } from '../rejection.ts';
import { openEnvironments } from './environment.ts';

const DEPENDENT = '{"devDependencies": {"ava": "1"}}';

/** Prepares an environment on a machine without any program. */
async function prepare(files: Readonly<Record<string, string>>, setup?: string) {
  using scratch = scratchFolder();
  const environments = openEnvironments({
    root: scratch.path,
    setup,
    host: {
      ...{ now: () => 0, entropy: (bytes) => new Uint8Array(bytes) },
      environment: { PATH: scratch.path, ASSAY_ENVIRONMENTS: join(scratch.path, 'environments') },
    },
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
  // without npx, which would bring pnpm and yarn
  ['npx', { 'package.json': DEPENDENT, 'pnpm-lock.yaml': '' }],
  ['npx', { 'package.json': DEPENDENT, 'yarn.lock': '# yarn lockfile v1\n' }],
  ['go', { 'go.mod': '', 'go.sum': 'a v1 h1:=' }],
])('without %s, mining ends with one sentence: every commit would miss it', async (program, files) => {
  const error = await prepare(files);
  expect(error).toBeInstanceOf(AssayError);
  expect(error).toMatchObject({
    code: 'not_installed',
    message: `${program} is not installed: install it, or name another command with --setup`,
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

test('commits with the same manifests share an environment, with the versions of the first date', async () => {
  using scratch = scratchFolder();
  const told: string[] = [];
  const environments = openEnvironments({
    root: '/projects/bank',
    setup: 'mkdir -p packages/a/node_modules && echo "{date} $API_KEY" >packages/a/node_modules/seen',
    host: {
      ...{ now: () => 0, entropy: (bytes) => new Uint8Array(bytes) },
      environment: { PATH: process.env['PATH'], ASSAY_ENVIRONMENTS: join(scratch.path, 'store'), API_KEY: 'secret' },
    },
    signal: new AbortController().signal,
    onProgress: (sentence) => told.push(sentence),
  });
  const prepare = (version: string, date: string) =>
    environments.prepare({
      fill: async (folder) => putFiles(folder, { 'package.json': `{"version": "${version}"}` }),
      draft: join(scratch.path, 'draft'),
      date,
    });
  const first = await prepare('1.0.0', '2020-01-02T03:04:05Z');
  const second = await prepare('2.0.0', '2021-01-02T03:04:05Z');
  expect(told).toHaveLength(1);
  expect([second.setup, second.recipe?.date]).toEqual([first.setup, '2020-01-02']);
  const [folder = ''] = first.readable;
  expect(readFileSync(join(folder, 'files/packages/a/node_modules/seen'), 'utf8')).toBe('2020-01-02 \n');
  expect(existsSync(join(scratch.path, 'draft'))).toBe(false);
});

const PYTHON = `#!/bin/sh
mkdir -p .venv/bin .venv/lib/python3/site-packages/bank.dist-info
cd .venv/lib/python3/site-packages/bank.dist-info
echo '{"dir_info": {"editable": true}}' >direct_url.json
printf 'Name: bank\\n\\nHow the solution works' >METADATA
printf '#!/bin/sh\\n' >../../../../bin/python
chmod +x ../../../../bin/python
`;

test('a commit gets the Python environment of another one, without its README, until its own is asked for', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'bin/python3': PYTHON });
  chmodSync(join(scratch.path, 'bin/python3'), 0o755);
  const environments = openEnvironments({
    ...{ root: '/projects/bank', setup: undefined, signal: new AbortController().signal, onProgress: () => undefined },
    host: {
      ...{ now: () => 0, entropy: (bytes) => new Uint8Array(bytes) },
      environment: {
        PATH: `${join(scratch.path, 'bin')}:${process.env['PATH']}`,
        ASSAY_ENVIRONMENTS: join(scratch.path, 'store'),
      },
    },
  });
  const prepare = (version: string, force: boolean) =>
    environments.prepare({
      fill: async (folder) => putFiles(folder, { 'setup.py': version }),
      ...{ draft: join(scratch.path, 'draft'), date: '2020-01-02T03:04:05Z', force },
    });
  expect(await prepare('1', false)).toMatchObject({ setup: undefined, is_installed: false });
  const own = await prepare('1', true);
  expect(own).toMatchObject({ python: '.venv/bin/python', is_installed: true });
  const metadata = 'files/.venv/lib/python3/site-packages/bank.dist-info/METADATA';
  expect(readFileSync(join(own.readable[0] ?? '', metadata), 'utf8')).toBe('Name: bank\n');
  expect(await prepare('2', false)).toMatchObject({ setup: own.setup, is_installed: false });
  expect((await prepare('2', true)).setup).not.toBe(own.setup);
});
