import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How much of a log was sent. */
export interface Progress {
  /** Bytes that are done. */
  readonly offset: number;
  readonly sent: number;
  /** Evaluations the server refused. */
  readonly refused: number;
}

const NOTHING: Progress = { offset: 0, sent: 0, refused: 0 };

/** The logs of a folder, oldest first. */
export function listLogs(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    // no proxy has written here yet
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export function readProgress(log: string): Progress {
  try {
    const { offset, sent, refused } = JSON.parse(readFileSync(progressFile(log), 'utf8'));
    const isWhole = [offset, sent, refused].every((value) => Number.isSafeInteger(value) && value >= 0);
    return isWhole ? { offset, sent, refused } : NOTHING;
  } catch {
    // missing or damaged: send again, the server counts each evaluation once
    return NOTHING;
  }
}

export function saveProgress(log: string, progress: Progress): void {
  const file = progressFile(log);
  writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Removes the oldest fully sent logs until the folder is no larger than this. Returns its size. */
export function pruneLogs(folder: string, { most, except }: { most: number; except: string }): number {
  const logs = listLogs(folder).map((file) => ({ file, size: fileSize(file), ...readProgress(file) }));
  let total = logs.reduce((all, { size }) => all + size, 0);
  for (const { file, size, offset } of logs) {
    if (total <= most) break;
    if (file === except || offset < size) continue;
    remove(file);
    remove(progressFile(file));
    total -= size;
  }
  return total;
}

const progressFile = (log: string): string => `${log.slice(0, -'.jsonl'.length)}.sent`;

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // another process has removed it
  }
}

function fileSize(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    // another process has removed it
    return 0;
  }
}
