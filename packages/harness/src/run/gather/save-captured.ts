import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore, Snapshot } from '@assay/detect';
import { matchesGlob } from '@assay/scoring';
import type { Redactor } from '../../machine/credentials.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 10_000;

export interface CaptureOptions {
  readonly final: Snapshot;
  readonly store: ObjectStore;
  readonly redactor: Redactor;
  /** The target folder. */
  readonly into: string;
}

/**
 * Saves the files that a scenario captures, as they were when the agent ended. Returns how many could not be
 * saved.
 */
export async function saveCaptured(
  patterns: readonly string[],
  { final, store, redactor, into }: CaptureOptions,
): Promise<number> {
  let [left_bytes, left_files, left_out] = [MOST_BYTES, MOST_FILES, 0];
  for (const [path, { kind, oid, size_bytes }] of patterns.length === 0 ? [] : final.files) {
    if (kind !== 'file' || !matchesGlob(path, patterns)) continue;
    if (size_bytes > left_bytes || left_files === 0) {
      left_out++;
      continue;
    }
    const target = join(into, redactor.text(path));
    const content = redactor.bytes(await store.read(oid));
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
      left_bytes -= size_bytes;
      left_files--;
    } catch {
      // such as a path that is too long: files of the agent must not break the run
      left_out++;
    }
  }
  return left_out;
}
