import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
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
  // a link to it would lead out of the sandbox
  const real = await Promise.all(found.map((place) => realpath(join(root, place))));
  const venv = found.find((place) => place === '.venv' || place === 'venv');
  return {
    readable: [...new Set([...found.map((place) => join(root, place)), ...real])],
    digest: hash.digest('hex'),
    python: venv && `${venv}/bin/python`,
    async link(copy) {
      for (const place of found) await linkFolder({ root, copy, place });
    },
  };
}

/**
 * Links one folder. Of `node_modules`, each package by itself, because tools keep caches beside them; links to packages of
 * the repository lead to those of the copy.
 */
async function linkFolder({ root, copy, place }: { root: string; copy: string; place: string }): Promise<void> {
  const [from, to] = [join(root, place), join(copy, place)];
  const there = await lstat(to).catch(() => undefined);
  if (there?.isSymbolicLink()) await rm(to);
  else if (there !== undefined) return;
  await mkdir(dirname(to), { recursive: true });
  if (!place.endsWith('node_modules')) return await symlink(from, to);
  const entries = await listEntries(from);
  const own = new Map<string, string>();
  for (const entry of entries) {
    if (!(await lstat(join(from, entry))).isSymbolicLink()) continue;
    const target = relative(root, await realpath(join(from, entry)).catch(() => '/'));
    if (!target.startsWith('..') && !target.split('/').includes('node_modules')) own.set(entry, join(copy, target));
  }
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

// what tools keep beside packages is theirs to write
const KEPT = /^(?!\.)|^\.(?:bin|pnpm|prisma|store)$/;

/** The packages of a folder of installed packages; those of a scope one by one. */
async function listEntries(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => KEPT.test(name));
  const lists = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  );
  return (await Promise.all(lists)).flat();
}
