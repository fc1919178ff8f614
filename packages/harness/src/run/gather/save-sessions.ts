import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Redactor } from '../../machine/credentials.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 10_000;

export interface SessionOptions {
  /** The home of the agent, of which nothing is trusted. */
  readonly home: string;
  readonly redactor: Redactor;
  /** The folder they are kept in. */
  readonly into: string;
}

/** Keeps the agent's own record of its sessions; says how many files had to be left out. No link is followed. */
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
        // no room, a path too long for here, a file without permissions: what the agent made must not break the run
        left_out++;
      }
    }
  }
  return left_out;
}

/** The files below a folder of the home, as paths of the home. The agent may have put a link at any name on the way. */
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
