import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { hashingSink, takeSnapshot } from '@assay/detect';
import { createEmptyFolder } from './restore-tree.ts';
import type { SeedOptions } from './seed-options.ts';
import { seedFromArchive } from './seeds/archive.ts';
import { OWN_FOLDER, seedFromFolder } from './seeds/folder.ts';
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
