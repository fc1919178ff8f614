import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AssayError } from '@assay/schema';
import { hooksFolder, nameFor } from '../session-state.ts';
import type { FileEdit } from './plan-install.ts';

/** Writes a planned edit, and remembers what was there, so that it can be undone to the byte. */
export function applyInstall({ file, before, after }: FileEdit): void {
  if (after === null || after === before) return;
  const memory = memoryOf(file);
  const first = readMemory(memory)?.before ?? before;
  mkdirSync(dirname(memory), { recursive: true, mode: 0o700 });
  writeFileSync(memory, JSON.stringify({ before: first, after_sha256: digest(after) }), { mode: 0o600 });
  write(file, { before, after });
}

/** The edit that undoes an installation: the exact file from before, unless someone edited it since. */
export function undoExactly(edit: FileEdit): FileEdit {
  const remembered = readMemory(memoryOf(edit.file));
  return remembered === null || edit.before === null || digest(edit.before) !== remembered.after_sha256
    ? edit
    : { ...edit, after: remembered.before };
}

export function applyUninstall({ file, before, after }: FileEdit): void {
  if (after !== before) {
    if (after === null) rmSync(file, { force: true });
    else write(file, { before, after });
  }
  rmSync(memoryOf(file), { force: true });
}

interface Memory {
  readonly before: string | null;
  readonly after_sha256: string;
}

const memoryOf = (file: string): string => join(hooksFolder(), 'installed', `${nameFor(file)}.json`);

function readMemory(memory: string): Memory | null {
  return existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : null;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function write(given: string, { before, after }: { before: string | null; after: string }): void {
  // the target of a link, not the link
  const file = existsSync(given) ? realpathSync(given) : given;
  const now = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (now !== before) throw new AssayError('conflict', `${file} changed meanwhile; quit the agent and try again`);
  try {
    mkdirSync(dirname(file), { recursive: true });
    const half = `${file}.assay-new`;
    writeFileSync(half, after, { flush: true });
    if (existsSync(file)) chmodSync(half, statSync(file).mode);
    renameSync(half, file);
  } catch (cause) {
    throw new AssayError('unwritable_file', `${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
