import { findRepository } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { type MadeBranch, restoreBranch } from './git-branch.ts';
import type { Remote } from './remote.ts';

export interface UndoOptions {
  readonly folder: string;
  /** Its name for people. */
  readonly remote: string;
  readonly there: Remote;
  /** The branch made here. */
  readonly made: MadeBranch;
  /** The previous commit of the branch on the remote; null if it did not exist. */
  readonly before: string | null;
}

/**
 * Undoes the steps before an error and returns the error; if that fails too, with instructions to undo the
 * rest.
 */
export async function undoProposal(fault: unknown, options: UndoOptions): Promise<Error> {
  const left = [await undoThere(options), await undoHere(options)].filter((each) => each !== null);
  const error = fault instanceof Error ? fault : new Error(String(fault));
  const [code, cause] = [fault instanceof AssayError ? fault.code : 'internal', fault] as const;
  if (left.length === 0) return new AssayError(code, `${error.message}; all earlier steps were undone`, { cause });
  return new AssayError(code, `${error.message}; undoing the earlier steps failed: ${left.join('; ')}`, { cause });
}

async function undoThere({ there, made, before, remote }: UndoOptions): Promise<string | null> {
  const { branch, commit } = made;
  try {
    // a push without an answer may have arrived
    if ((await there.findBranch(branch)) === commit) await there.move(branch, { from: commit, to: before });
    return null;
  } catch (error) {
    const undo =
      before === null
        ? `git push ${remote} --delete ${branch}`
        : `git push --force ${remote} ${before}:refs/heads/${branch}`;
    return `${(error as Error).message}; if the branch is there, run: ${undo}`;
  }
}

async function undoHere({ folder, made }: UndoOptions): Promise<string | null> {
  try {
    await restoreBranch(made, findRepository(folder));
    return null;
  } catch (error) {
    return `${(error as Error).message}; run: git branch -D ${made.branch}`;
  }
}
