import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScene, type Scene, SEED } from '../../../../detect/test/workspace.ts';
import { restorePaths } from './restore-paths.ts';

const TEST = 'tests/test_app.py';
const restore = ({ folder, store, baseline }: Scene, ...paths: string[]): Promise<void> =>
  restorePaths(paths, { folder, store, baseline });
const read = ({ folder }: Scene, path: string): string => readFileSync(join(folder, path), 'utf8');

test.each([
  [`echo pass > ${TEST}`, 'its content was changed'],
  [`rm ${TEST}`, 'it was deleted'],
  [`rm -r tests`, 'its folder was deleted'],
  [`rm ${TEST}; mkdir ${TEST}; touch ${TEST}/x`, 'a folder took its place'],
  [`rm ${TEST}; mkfifo ${TEST}`, 'a FIFO took its place'],
  [`chmod 000 ${TEST}; chmod 500 tests .`, 'permissions were taken away'],
  [`rm -r tests; echo no > tests`, 'a file took the place of its folder'],
])('restores a file after %s: %s', async (script) => {
  using scene = await openScene();
  scene.attack(script);
  await restore(scene, TEST);
  expect(read(scene, TEST)).toBe(SEED[TEST]);
  expect(lstatSync(join(scene.folder, TEST)).mode & 0o777).toBe(0o644);
  expect(await scene.changes()).toEqual({});
});

test('writes nothing through a link', async () => {
  using scene = await openScene();
  scene.attack(`mkdir ../victim; echo mine > ../victim/test_app.py; rm -r tests; ln -s ../victim tests`);
  await restore(scene, TEST);
  expect(readFileSync(join(scene.outside, 'victim/test_app.py'), 'utf8')).toBe('mine\n');
  expect(lstatSync(join(scene.folder, 'tests')).isDirectory()).toBe(true);
  scene.attack(`rm ${TEST}; ln -s ../../victim/test_app.py ${TEST}`);
  await restore(scene, TEST);
  expect(readFileSync(join(scene.outside, 'victim/test_app.py'), 'utf8')).toBe('mine\n');
  expect(read(scene, TEST)).toBe(SEED[TEST]);
});

test('removes new files, but not the targets of links', async () => {
  using scene = await openScene();
  scene.attack('mkdir ../kept; touch ../kept/x; echo hook > conftest.py; ln -s ../kept extra; ln -s ../kept more');
  await restore(scene, 'conftest.py', 'extra', 'more/x', 'never/was/here');
  expect(['conftest.py', 'extra', 'more', 'never'].filter((name) => existsSync(join(scene.folder, name)))).toEqual([]);
  expect(existsSync(join(scene.outside, 'kept/x'))).toBe(true);
});

test('restores a folder exactly', async () => {
  using scene = await openScene({ ...SEED, 'tests/data/a.bin': new Uint8Array([0, 255, 10]), 'tests/x\ny.txt': 'odd' });
  scene.attack('rm tests/data/a.bin; echo 1 > tests/conftest.py; mkdir tests/more; chmod +x tests/test_app.py');
  await restore(scene, 'tests');
  expect(await scene.changes()).toEqual({});
  expect(readFileSync(join(scene.folder, 'tests/data/a.bin'))).toEqual(Buffer.from([0, 255, 10]));
});

test('restores modes and links', async () => {
  using scene = await openScene();
  scene.attack('ln -s app.py alias');
  const baseline = await scene.snapshot();
  scene.attack('rm alias; echo x > alias; chmod -x run.sh');
  await restorePaths(['alias', 'run.sh'], { folder: scene.folder, store: scene.store, baseline });
  expect(readlinkSync(join(scene.folder, 'alias'))).toBe('app.py');
  expect(lstatSync(join(scene.folder, 'run.sh')).mode & 0o777).toBe(0o755);
});

test.each([
  ['app.py/x', 'app.py/x cannot be restored: app.py was not a folder in the baseline; use the path itself'],
  ['.git/config', '.git/config cannot be restored: a repository is not part of the baseline'],
])('rejects %s', async (path, message) => {
  using scene = await openScene();
  await expect(restore(scene, path)).rejects.toMatchObject({ code: 'invalid_input', message });
  expect(await scene.changes()).toEqual({});
});

test('removes files compiled from a restored source', async () => {
  using scene = await openScene();
  scene.attack('mkdir tests/__pycache__; touch tests/__pycache__/{test_app.cpython-311,test_apple.cpython-311}.pyc');
  await restore(scene, TEST);
  expect(readdirSync(join(scene.folder, 'tests/__pycache__'))).toEqual(['test_apple.cpython-311.pyc']);
});
