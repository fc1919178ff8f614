import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isToolCache } from '@assay/detect';

// links to what is installed
const LINKED = new Set(['node_modules', '.venv', 'venv']);

interface Repository {
  readonly folder: string;
  /** Its files. */
  readonly paths: readonly string[];
}

/** What the tests wrote into a copy of a repository and version control would see: new files, and new folders with `/`. */
export async function listMade(copy: string, { folder, paths }: Repository): Promise<string[]> {
  const known = new Set(paths.flatMap((path) => [path, ...listParents(path)]));
  const found = await listNew(copy, known);
  const made = found.filter((path) => !isToolCache(path));
  if (made.length === 0) return [];
  const ignored = new Set(await findIgnored(made, folder));
  return made.filter((path) => !ignored.has(path));
}

const listParents = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));

async function listNew(copy: string, known: ReadonlySet<string>, at = ''): Promise<string[]> {
  const entries = await readdir(`${copy}/${at}`, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = `${at}${entry.name}${entry.isDirectory() ? '/' : ''}`;
      if (at === '' && LINKED.has(entry.name)) return [];
      if (!known.has(path)) return [path];
      return entry.isDirectory() ? await listNew(copy, known, path) : [];
    }),
  );
  return found.flat().toSorted();
}

// by the rules of the repository, which the copy does not have
async function findIgnored(paths: readonly string[], folder: string): Promise<string[]> {
  const git = spawn('git', ['check-ignore', '--no-index', '-z', '--stdin'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  git.stdin.end(paths.join('\0'));
  return (await text(git.stdout)).split('\0').filter((path) => path !== '');
}
