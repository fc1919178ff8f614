import { expect, test } from 'vitest';
import { openScene } from '../../test/workspace.ts';

test('a new cache of a tool is ignored, whatever the project ignores', async () => {
  using scene = await openScene({ 'app.py': 'x = 1\n' });
  scene.attack(
    'mkdir -p .pytest_cache/v pkg/__pycache__; touch .pytest_cache/v/x pkg/__pycache__/a.pyc .coverage new.py',
  );
  expect(await scene.changes()).toEqual({ 'new.py': 'added' });
  expect((await scene.diff()).ignored_changes).toMatchObject({ count: 3 });
});

test('a cache that is part of the project is not', async () => {
  using scene = await openScene({ '.pytest_cache/README': 'kept\n' });
  scene.attack('echo changed > .pytest_cache/README; mkdir my.pytest_cache; touch my.pytest_cache/x');
  expect(await scene.changes()).toEqual({ '.pytest_cache/README': 'modified', 'my.pytest_cache/x': 'added' });
});
