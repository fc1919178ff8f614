import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All bytes below a folder: names, content, and the unpacked objects of repositories. */
export function readKeptBytes(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const parts = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory())
      return entry.name.endsWith('.git') ? [Buffer.from(path), readObjects(path)] : [Buffer.from(path)];
    return [Buffer.from(path), readFileSync(path)];
  });
  return Buffer.concat(parts);
}

const readObjects = (repository: string): Buffer =>
  execFileSync('git', ['--git-dir', repository, 'cat-file', '--batch', '--batch-all-objects']);
