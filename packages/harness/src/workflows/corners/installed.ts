import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { exists } from '../test-commands/repository-files.ts';

const FOLDERS = ['node_modules', '.venv', 'venv'];

/** What is installed in a checkout, for tests in copies of it. */
export interface Installed {
  readonly readable: readonly string[];
  /** A name that changes with it. */
  readonly digest: string;
  /** The Python of the checkout, as a path in a copy. */
  readonly python: string | undefined;
  /** Links it into a copy. */
  link(copy: string): Promise<void>;
}

/** Finds what is installed at the top of a checkout and in its packages. */
export async function findInstalled(root: string, packages: readonly string[]): Promise<Installed> {
  const places = [...new Set(['', ...packages])].flatMap((folder) => FOLDERS.map((name) => join(folder, name)));
  const there = await Promise.all(places.map((place) => exists(join(root, place))));
  const found = places.filter((_, index) => there[index]);
  const hash = createHash('sha256');
  for (const place of found) {
    const lock = await stat(join(root, place, '.package-lock.json')).catch(() => stat(join(root, place)));
    hash.update(`${place}\0${lock.mtimeMs}\0`);
  }
  const venv = found.find((place) => place === '.venv' || place === 'venv');
  return {
    readable: found.map((place) => join(root, place)),
    digest: hash.digest('hex'),
    python: venv && `${venv}/bin/python`,
    async link(copy) {
      for (const place of found) await linkFolder({ root, copy, place });
    },
  };
}

/** Links one folder as a whole, unless it links to packages of the repository: those are the copy's own. */
async function linkFolder({ root, copy, place }: { root: string; copy: string; place: string }): Promise<void> {
  const [from, to] = [join(root, place), join(copy, place)];
  if (await exists(to)) return;
  await mkdir(dirname(to), { recursive: true });
  const entries = await listEntries(from);
  const own = new Map<string, string>();
  for (const entry of entries) {
    if (!(await lstat(join(from, entry))).isSymbolicLink()) continue;
    const target = relative(root, await realpath(join(from, entry)).catch(() => '/'));
    if (!target.startsWith('..') && !target.split('/').includes('node_modules')) own.set(entry, join(copy, target));
  }
  if (own.size === 0) return await symlink(from, to);
  await mkdir(to);
  for (const entry of entries) {
    await mkdir(dirname(join(to, entry)), { recursive: true });
    const target = own.get(entry);
    await symlink(
      target === undefined ? join(from, entry) : relative(dirname(join(to, entry)), target),
      join(to, entry),
    );
  }
}

/** The packages of a folder of installed packages; those of a scope one by one. */
async function listEntries(folder: string): Promise<string[]> {
  const lists = (await readdir(folder)).map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  );
  return (await Promise.all(lists)).flat();
}
