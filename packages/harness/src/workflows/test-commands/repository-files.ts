import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AssayError } from '@assay/schema';

const run = promisify(execFile);
const LARGEST_SOURCE = 256 * 1024;

/** The files of a repository. Version control decides which they are. */
export async function listFiles(folder: string): Promise<string[]> {
  const git = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => undefined);
  if (git === undefined)
    throw new AssayError('invalid_input', `${folder} is not under version control; run \`git init\` first`);
  return git.stdout.split('\0').filter((path) => path !== '' && !path.startsWith('.assay/'));
}

export async function copyFiles(paths: readonly string[], from: string, to: string): Promise<void> {
  for (const path of paths) {
    const found = await lstat(join(from, path)).catch(() => undefined);
    if (found === undefined || found.isDirectory()) continue; // deleted but not committed, or a submodule
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, path), join(to, path), { verbatimSymlinks: true });
  }
}

/** The texts of small files, by path. */
export async function readTexts(paths: readonly string[], folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const found = await lstat(join(folder, path)).catch(() => undefined);
    if (!found?.isFile() || found.size > LARGEST_SOURCE) continue;
    const content = await readFile(join(folder, path));
    // what is not UTF-8 could not be written back as it was
    if (Buffer.from(content.toString()).equals(content)) texts.set(path, content.toString());
  }
  return texts;
}

export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
