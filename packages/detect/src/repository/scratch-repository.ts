import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { createObjectStore, type ObjectStore } from '../trees/object-store.ts';
import type { Repository } from './find-repository.ts';

/** A repository of our own that sees the objects of another and nothing else of it. */
export interface ScratchRepository extends AsyncDisposable {
  readonly git_dir: string;
  readonly store: ObjectStore;
  /** A folder for whatever else is needed meanwhile. */
  readonly folder: string;
}

/**
 * Git at work in it obeys no configuration, attribute, hook, replacement or graft of the repository, and fetches
 * nothing: whoever wrote those had no say in what is compared.
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
    throw new AssayError('usage', 'expected a path without a newline in it to the repository; move it elsewhere');
  writeFileSync(join(git_dir, 'objects/info/alternates'), `${objects}\n`);
  // where the history of a shallow clone ends
  const shallow = join(common_dir, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(git_dir, 'shallow'));
  if (object_format === 'sha1') return;
  const config = `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = ${object_format}\n`;
  writeFileSync(join(git_dir, 'config'), config);
}
