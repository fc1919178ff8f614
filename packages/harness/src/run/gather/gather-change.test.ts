import { expect, test } from 'vitest';
import { openScene } from '../../../../detect/test/workspace.ts';
import { watch } from './gather-change.ts';

const SEED = { 'tests/test_a.py': 'a', 'tests/unit/test_b.py': 'b', 'tests/unit/data/b.json': '{}', 'src/a.py': 'x' };
const CACHES = `mkdir -p tests/__pycache__ tests/unit/__pycache__ tests/unit/data/.pytest_cache/v
echo x | tee tests/__pycache__/test_a.cpython-311.pyc tests/unit/__pycache__/test_b.pyc tests/unit/data/.pytest_cache/v/x`;

test.each([
  ['caches of tools, at any depth', CACHES, []],
  ['an empty folder', 'mkdir tests/unit/made', []],
  ['a folder with a file', 'mkdir tests/unit/made; echo x > tests/unit/made/y', ['tests/unit/made/y']],
  ['a test next to a cache', `${CACHES}; echo changed > tests/unit/test_b.py`, ['tests/unit/test_b.py']],
  ['a folder that is gone', 'rm -r tests/unit/data', ['tests/unit/data/b.json']],
  [
    'a folder that became a link',
    'mv tests/unit/data data; ln -s ../../data tests/unit/data',
    ['tests/unit/data', 'tests/unit/data/b.json'],
  ],
  ['a link named like a cache', 'ln -s ../src tests/__pycache__', ['tests/__pycache__']],
])('of a watched folder, files and links are compared: %s', async (_, script, changed) => {
  using scene = await openScene(SEED);
  const before = await scene.snapshot();
  scene.attack(script);
  const states = watch(['tests/'], before, await scene.snapshot());
  const differing = Object.entries(states).filter(([, state]) => state.before?.oid !== state.after?.oid);
  expect(differing.map(([path]) => path).toSorted()).toEqual(changed);
  expect(Object.keys(states)).toEqual(expect.arrayContaining(['tests/test_a.py', 'tests/unit/test_b.py']));
});

test('a watched path itself may be a folder', async () => {
  using scene = await openScene(SEED);
  const before = await scene.snapshot();
  scene.attack('rm -r tests/unit/data');
  expect(watch(['tests/unit/data', 'gone'], before, await scene.snapshot())).toMatchObject({
    'tests/unit/data': { before: { kind: 'folder' }, after: null },
    gone: { before: null, after: null },
  });
});
