import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { createObjectStore, type ObjectStore } from '../trees/object-store.ts';
import type { Repository } from './find-repository.ts';

/** A temporary repository that uses only the objects of another. */
export interface ScratchRepository extends AsyncDisposable {
  readonly git_dir: string;
  readonly store: ObjectStore;
  /** A folder for other temporary files. */
  readonly folder: string;
}

/**
 * Git ignores the configuration, attributes, hooks, replacements and grafts of the original repository there, and never
 * fetches, so that they cannot influence the comparison.
 */
export async function openScratchRepository(
  repository?: Pick<Repository, 'common_dir'> & { readonly object_format: string },
): Promise<ScratchRepository> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-'));
  const dispose = async () => rmSync(folder, { recursive: true, force: true });
  try {
    const git_dir = join(folder, 'git');
    const store = await createObjectStore(git_dir);
    if (repository !== undefined) borrowObjects(repository, git_dir);
    return { git_dir, store, folder, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function borrowObjects(
  { common_dir, object_format }: Pick<Repository, 'common_dir'> & { readonly object_format: string },
  git_dir: string,
): void {
  const objects = join(common_dir, 'objects');
  if (objects.includes('\n'))
    throw new AssayError('usage', 'the path of the repository contains a newline; move the repository');
  writeFileSync(join(git_dir, 'objects/info/alternates'), `${objects}\n`);
  // marks where the history of a shallow clone ends
  const shallow = join(common_dir, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(git_dir, 'shallow'));
  if (object_format === 'sha1') return;
  const config = `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = ${object_format}\n`;
  writeFileSync(join(git_dir, 'config'), config);
}
