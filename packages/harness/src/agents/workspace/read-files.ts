import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const SKIPPED = new Set(['.git', 'node_modules', '.venv', '__pycache__', 'target', 'dist']);
const MOST_FILES = 5000;
const LARGEST_BYTES = 1024 * 1024;

/** The text files of a workspace by path. */
export type Files = ReadonlyMap<string, string>;

/** The text files of a workspace, without dependencies and build output. Skips links and large files. */
export async function readFiles(workspace: string): Promise<Files> {
  const files = new Map<string, string>();
  await walk(workspace, async (path) => {
    if ((await stat(path)).size > LARGEST_BYTES) return true;
    const text = await readFile(path, 'utf8');
    if (!/[\0\ufffd]/.test(text)) files.set(relative(workspace, path).split(sep).join('/'), text);
    return files.size < MOST_FILES;
  });
  return files;
}

async function walk(folder: string, visit: (path: string) => Promise<boolean>): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const goOn = entry.isDirectory()
      ? SKIPPED.has(entry.name) || (await walk(path, visit))
      : !entry.isFile() || (await visit(path));
    if (!goOn) return false;
  }
  return true;
}
