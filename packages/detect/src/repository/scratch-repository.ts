import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { createBareRepository } from '../trees/bare-repository.ts';
import { type ObjectReader, openObjectReader } from '../trees/object-reader.ts';
import { findPidNamespace, isRunning } from '../trees/processes.ts';
import type { Repository } from './find-repository.ts';

/** A repository that uses only the objects of another. */
export interface OpenedRepository {
  readonly git_dir: string;
  /** Reads objects of both repositories. */
  readonly objects: ObjectReader;
  /** A folder for other temporary files. */
  readonly folder: string;
}

/** A temporary one. */
export interface ScratchRepository extends OpenedRepository, AsyncDisposable {}

/** Where the objects of another repository are. */
export interface BorrowedObjects extends Pick<Repository, 'common_dir'> {
  readonly object_format: string;
  /** More object folders to read from. */
  readonly also?: readonly string[];
}

/**
 * Git ignores the configuration, attributes, hooks, replacements and grafts of the original repository there, and never
 * fetches, so that they cannot influence the comparison.
 */
export async function openScratchRepository(repository?: BorrowedObjects): Promise<ScratchRepository> {
  const prefix = `assay-check-${findPidNamespace()}-`;
  removeLeftFolders(prefix);
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const dispose = async () => rmSync(folder, { recursive: true, force: true });
  try {
    const scratch = createBorrowingRepository(folder, repository);
    return {
      ...scratch,
      [Symbol.asyncDispose]: async () => {
        await scratch.objects[Symbol.asyncDispose]();
        await dispose();
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Removes what killed processes left. Only a process with the same prefix can tell which ones are gone. */
function removeLeftFolders(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!(pid > 0) || isRunning(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // it belongs to another user
    }
  }
}

/** The same in a folder that stays; only its reader of objects has to be closed. */
export function createBorrowingRepository(folder: string, repository?: BorrowedObjects): OpenedRepository {
  const git_dir = join(folder, 'git');
  createBareRepository(git_dir);
  if (repository !== undefined) borrowObjects(repository, git_dir);
  return { git_dir, objects: openObjectReader(git_dir), folder };
}

function borrowObjects({ common_dir, object_format, also = [] }: BorrowedObjects, git_dir: string): void {
  const folders = [join(common_dir, 'objects'), ...also];
  if (folders.some((objects) => objects.includes('\n')))
    throw new AssayError('usage', 'the path of the repository contains a newline; move the repository');
  writeFileSync(join(git_dir, 'objects/info/alternates'), folders.map((objects) => `${objects}\n`).join(''));
  // marks where the history of a shallow clone ends
  const shallow = join(common_dir, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(git_dir, 'shallow'));
  if (object_format === 'sha1') return;
  const config = `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = ${object_format}\n`;
  writeFileSync(join(git_dir, 'config'), config);
}
