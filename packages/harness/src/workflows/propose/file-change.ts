import { parsePath, quotePath } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { ArtifactFile } from '../../machine/workspace/overlay.ts';

/** The wanted state of a file; null to remove it. */
export interface FileChange {
  /** Relative to the repository root, as formatted by `formatPath`. */
  readonly path: string;
  readonly file: ArtifactFile | null;
}

/** Splits a path into names, latin1-encoded. Rejects paths that leave the tree or belong to git. */
export function splitPath(path: string): readonly string[] {
  const names = parsePath(path).toString('latin1').split('/');
  if (names.some((name) => FORBIDDEN.test(name) || name.includes('\0')))
    throw new AssayError('invalid_input', `expected a path inside the repository, found ${quotePath(path)}`);
  return names;
}

// includes variants on file systems that ignore case, trailing dots or streams
const FORBIDDEN = /^(|\.|\.\.|\.git[. ]*(:.*)?|git~1)$/is;
