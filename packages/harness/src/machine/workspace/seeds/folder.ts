import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import { copyWorkspace } from '../copy-workspace.ts';
import type { SeedOptions } from '../seed-options.ts';

/** Earlier runs and their answers: never part of a workspace or of the digest of a seed. */
export const OWN_FOLDER = '.assay';

/** Copies a folder, links as links. */
export async function seedFromFolder(path: string, { base, target, history, signal }: SeedOptions): Promise<void> {
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
