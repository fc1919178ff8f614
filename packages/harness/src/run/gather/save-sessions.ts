import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Redactor } from '../../machine/credentials.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 10_000;

export interface SessionOptions {
  /** The agent's home, which is untrusted. */
  readonly home: string;
  readonly redactor: Redactor;
  /** The target folder. */
  readonly into: string;
}

/** Saves the agent's session files. Returns how many could not be saved. Follows no link. */
export async function saveSessions(
  folders: readonly string[],
  { home, redactor, into }: SessionOptions,
): Promise<number> {
  let [left_bytes, left_files, left_out] = [MOST_BYTES, MOST_FILES, 0];
  for (const folder of folders) {
    for await (const path of listFiles(home, folder)) {
      const from = join(home, path);
      const to = join(into, redactor.text(path));
      try {
        const { size } = await lstat(from);
        if (size > left_bytes || left_files === 0) throw new RangeError('there is no room left');
        const content = redactor.bytes(await readFile(from));
        await mkdir(dirname(to), { recursive: true });
        await writeFile(to, content);
        left_bytes -= size;
        left_files--;
      } catch {
        // too large, a path too long, no permission: files of the agent must not break the run
        left_out++;
      }
    }
  }
  return left_out;
}

/** The files below a folder of the home, relative to the home. Any part of the path may be a link. */
async function* listFiles(home: string, folder: string): AsyncGenerator<string> {
  const steps = folder.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  for (const step of steps) {
    const found = await lstat(join(home, step)).catch(() => undefined);
    if (found?.isDirectory() !== true) return;
  }
  const entries = await readdir(join(home, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(home, path);
    else if (entry.isFile()) yield path;
  }
}
