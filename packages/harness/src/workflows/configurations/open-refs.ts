import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository, openScratchRepository, type ResolvedRef, readObjectFormat, resolveRef } from '@assay/detect';

/** The refs of a repository, and what they hold, read without obeying its configuration. */
interface OpenedRefs extends AsyncDisposable {
  /** Sees the objects of the repository and nothing else of it. */
  readonly git_dir: string;
  readonly shallow: boolean;
  resolve(wanted: { readonly option: string; readonly name: string }): Promise<ResolvedRef>;
}

/** Opens the repository that a folder is in. */
export async function openRefs(folder: string): Promise<OpenedRefs> {
  const repository = findRepository(folder);
  const object_format = await readObjectFormat(repository);
  const scratch = await openScratchRepository({ ...repository, object_format });
  return {
    git_dir: scratch.git_dir,
    shallow: existsSync(join(repository.common_dir, 'shallow')),
    resolve: (wanted) => resolveRef(repository, wanted),
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
}
