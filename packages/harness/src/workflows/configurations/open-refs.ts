import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  findRepository,
  type ObjectReader,
  openScratchRepository,
  type ResolvedRef,
  readObjectFormat,
  resolveRef,
} from '@assay/detect';

/** The refs of a repository and their content, read without applying its configuration. */
interface OpenedRefs extends AsyncDisposable {
  /** Sees only the objects of the repository. */
  readonly git_dir: string;
  readonly objects: ObjectReader;
  readonly shallow: boolean;
  resolve(wanted: { readonly option: string; readonly name: string }): Promise<ResolvedRef>;
}

/** Opens the repository of a folder. */
export async function openRefs(folder: string): Promise<OpenedRefs> {
  const repository = findRepository(folder);
  const object_format = await readObjectFormat(repository);
  const scratch = await openScratchRepository({ ...repository, object_format });
  return {
    git_dir: scratch.git_dir,
    objects: scratch.objects,
    shallow: existsSync(join(repository.common_dir, 'shallow')),
    resolve: (wanted) => resolveRef(repository, wanted),
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
}
