import { expect, test } from 'vitest';
import { putFiles, scratchFolder, shell } from '../../test/workspace.ts';
import { readChange } from './read-change.ts';

test('reads 5,000 changed files', async () => {
  using scratch = scratchFolder();
  const folder = scratch.path;
  const files = Array.from({ length: 5000 }, (_, i) => [`many/${i % 50}/${i}.py`, `x = ${i}\n`]);
  shell(folder, 'git init -qb main; git commit -q --allow-empty -m empty; git checkout -qb work');
  putFiles(folder, Object.fromEntries(files));
  shell(folder, 'git add -A; git commit -qm change');
  await using change = await readChange({ folder, base: 'main', head: 'HEAD' });
  expect(change.changed_paths).toHaveLength(5000);
  expect(change.files.get('many/49/4999.py')?.after?.toString()).toBe('x = 4999\n');
});
