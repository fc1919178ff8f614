import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { listMade } from './made-files.ts';

test('lists new files and folders that version control would see', async () => {
  using repository = scratchFolder();
  using copy = scratchFolder();
  execFileSync('git', ['init', '--quiet'], { cwd: repository.path });
  writeFileSync(join(repository.path, '.gitignore'), 'target/\n*.log\n');
  for (const path of ['src', 'src/out', 'target', 'node_modules', '.pytest_cache']) mkdirSync(join(copy.path, path));
  for (const path of ['src/a.rs', 'src/a.log', 'Cargo.lock', 'src/out/b', 'target/c', 'node_modules/d'])
    writeFileSync(join(copy.path, path), '');
  const made = await listMade(copy.path, { folder: repository.path, paths: ['src/a.rs', '.gitignore'] });
  expect(made).toEqual(['Cargo.lock', 'src/out/']);
});
