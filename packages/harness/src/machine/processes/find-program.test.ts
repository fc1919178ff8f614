import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from './find-program.ts';

let base: string;
const put = async (path: string): Promise<void> => {
  await mkdir(dirname(join(base, path)), { recursive: true });
  await writeFile(join(base, path), '#!/bin/sh\n');
  await chmod(join(base, path), 0o755);
};

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'assay-test-')));
  await put('bin/tool');
  await put('project/node_modules/agent/node_modules/inner/cli.js');
  await put('venv/bin/python-tool');
  await writeFile(join(base, 'venv/pyvenv.cfg'), '');
  await writeFile(join(base, 'bin/plain'), 'no program');
  await mkdir(join(base, 'bin/folder'));
  await symlink('../project/node_modules/agent/node_modules/inner/cli.js', join(base, 'bin/agent'));
});
afterAll(() => rm(base, { recursive: true }));

test.each([
  { name: 'tool', readable: ['bin'], why: 'the folder it is in' },
  { name: 'agent', readable: ['bin', 'project/node_modules'], why: 'the link and the dependencies of the package' },
  { name: 'python-tool', readable: ['venv'], why: 'its virtual environment' },
])('$name needs $readable: $why', async ({ name, readable }) => {
  const found = await findProgram(name, `relative:${base}/none:${base}/bin:${base}/venv/bin`);
  expect(found?.path.startsWith(base)).toBe(true);
  expect(found?.readable).toEqual(readable.map((folder) => join(base, folder)));
});

test('accepts an absolute path', async () => {
  expect((await findProgram(join(base, 'bin/tool'), ''))?.path).toBe(join(base, 'bin/tool'));
});

test.each(['plain', 'folder', 'none', './tool', '../bin/tool', ''])('%s is not a program', async (name) => {
  expect(await findProgram(name, join(base, 'bin'))).toBeUndefined();
});
