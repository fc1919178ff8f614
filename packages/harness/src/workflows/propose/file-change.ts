import { parsePath, quotePath } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { ArtifactFile } from '../../machine/workspace/overlay.ts';

/** A file as it should be after a change; null where it should be gone. */
export interface FileChange {
  /** From the root of the repository, as `formatPath` writes it. */
  readonly path: string;
  readonly file: ArtifactFile | null;
}

/** The names of a path, their bytes as characters; refused where it does not stay in the tree or would be git's own. */
export function splitPath(path: string): readonly string[] {
  const names = parsePath(path).toString('latin1').split('/');
  if (names.some((name) => FORBIDDEN.test(name) || name.includes('\0')))
    throw new AssayError('invalid_input', `expected a path inside the repository, found ${quotePath(path)}`);
  return names;
}

// also as file systems that ignore case, trailing dots or streams would read it
const FORBIDDEN = /^(|\.|\.\.|\.git[. ]*(:.*)?|git~1)$/is;
