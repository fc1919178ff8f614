import { findRepository } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { type MadeBranch, restoreBranch } from './git-branch.ts';
import type { Remote } from './remote.ts';

export interface UndoOptions {
  readonly folder: string;
  /** As a person calls it. */
  readonly remote: string;
  readonly there: Remote;
  /** What was made here. */
  readonly made: MadeBranch;
  /** Where the branch was at the remote; null if there was none. */
  readonly before: string | null;
}

/** Takes back what was done before a fault, and says the fault; if that fails too, with how to take back the rest. */
export async function undoProposal(fault: unknown, options: UndoOptions): Promise<Error> {
  const left = [await undoThere(options), await undoHere(options)].filter((each) => each !== null);
  const error = fault instanceof Error ? fault : new Error(String(fault));
  const [code, cause] = [fault instanceof AssayError ? fault.code : 'internal', fault] as const;
  if (left.length === 0)
    return new AssayError(code, `${error.message}; nothing is left of it: what was done before is undone`, { cause });
  return new AssayError(code, `${error.message}; undoing what was done before failed: ${left.join('; ')}`, { cause });
}

async function undoThere({ there, made, before, remote }: UndoOptions): Promise<string | null> {
  const { branch, commit } = made;
  try {
    // a push that got no answer may have arrived all the same
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
