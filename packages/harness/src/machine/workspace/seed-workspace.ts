import { hash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hashingSink, takeSnapshot } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { copyWorkspace } from './copy-workspace.ts';
import { createEmptyFolder } from './restore-tree.ts';
import type { SeedOptions } from './seed-options.ts';
import { seedFromArchive } from './seeds/archive.ts';
import { seedFromGit } from './seeds/git.ts';

/** Fills a folder from a seed. Does not create the new history, because `setup` may run first. */
export async function seedWorkspace(options: SeedOptions): Promise<{ readonly seed_digest: string }> {
  const { seed, target } = options;
  createEmptyFolder(target);
  if (seed !== 'empty') {
    if ('copy' in seed) await seedFromFolder(seed.copy, options);
    else if ('git' in seed) await seedFromGit(seed, options);
    else await seedFromArchive(seed.archive, options);
  }
  await rm(`${target}/${OWN_FOLDER}`, { recursive: true, force: true });
  const { tree } = await takeSnapshot(target, hashingSink, undefined, options);
  return { seed_digest: hash('sha256', tree) };
}

/** Earlier runs and their answers: never part of a workspace or of the digest of a seed. */
const OWN_FOLDER = '.assay';

/** Copies a folder, links as links. */
async function seedFromFolder(path: string, { base, target, history, signal }: SeedOptions): Promise<void> {
  const own = statSync(target);
  const skips = (names: readonly Buffer[], stats: Stats): boolean => {
    const name = names.at(-1)?.toString('latin1');
    if (name === '.git') return history === 'fresh';
    // a target inside the source folder would be copied into itself endlessly
    return (name === OWN_FOLDER && names.length === 1) || (stats.ino === own.ino && stats.dev === own.dev);
  };
  const onSpecial = (found: string): void => {
    const expected = 'expected files, folders and links, found a FIFO, socket or device';
    throw new AssayError('unreadable_file', `${found} cannot be copied: ${expected}; remove it from the seed`);
  };
  await copyWorkspace(resolve(base, path), target, { skips, onSpecial, ...(signal && { signal }) });
}
