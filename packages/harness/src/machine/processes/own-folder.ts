import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bequeath } from './reaper.ts';

let folder: string | undefined;
let names = 0;

/** A path that nobody else uses, in a folder of this process that is removed when it has ended. */
export function createOwnPath(): string {
  folder ??= makeFolder();
  return join(folder, String(++names));
}

function makeFolder(): string {
  const path = join(tmpdir(), `assay-${randomUUID()}`);
  // left to the reaper before it is there, so that no moment is too early to be killed
  bequeath('folder', path);
  mkdirSync(path, { mode: 0o700 });
  return path;
}
