import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerForCleanup } from './reaper.ts';

let folder: string | undefined;
let names = 0;

/** A unique path in a folder of this process, which is removed after it ends. */
export function createOwnPath(): string {
  folder ??= makeFolder();
  return join(folder, String(++names));
}

function makeFolder(): string {
  const path = join(tmpdir(), `assay-${randomUUID()}`);
  // registered with the reaper first, so that a kill at any time leaves nothing behind
  registerForCleanup('folder', path);
  mkdirSync(path, { mode: 0o700 });
  return path;
}
