import { mkdir } from 'node:fs/promises';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { restoreTree } from '../../machine/workspace/restore-tree.ts';
import { choosePlan } from '../environments/choose-plan.ts';
import { fillDate } from '../environments/install-plan.ts';
import { RejectedError } from '../rejection.ts';
import type { Candidate } from './candidates.ts';
import type { MineOptions } from './mine.ts';
import { findCommands } from './run-tests.ts';

/** How the tests of a candidate would run. */
export interface TaskPlan {
  readonly candidate: Candidate;
  /** Installs its dependencies; null if it has none. */
  readonly install: string | null;
  /** Whether the tests are first tried with what the machine has. */
  readonly is_optional: boolean;
  /** Runs the changed test files; null if none is known. */
  readonly command: string | null;
  /** The file that gave the command. */
  readonly found: string | null;
}

interface PlanOptions extends Pick<MineOptions, 'setup' | 'test'> {
  readonly git_dir: string;
}

/** Plans a candidate from its files; nothing of it is run. */
export async function planTask(candidate: Candidate, { git_dir, setup, test }: PlanOptions): Promise<TaskPlan> {
  const folder = createOwnPath();
  await mkdir(folder, { mode: 0o700 });
  try {
    await restoreTree({ store: git_dir, tree: `${candidate.trees.after}^{tree}`, target: folder });
    const tests = await findCommands(candidate.split.runnable, { test, folder }).catch((error: unknown) => {
      if (error instanceof RejectedError) return undefined;
      throw error;
    });
    const plan = await choosePlan(folder, { unit: tests?.unit, setup });
    return {
      candidate,
      install: plan === undefined ? null : fillDate(plan.command, candidate.commit.date),
      is_optional: plan?.needed === false,
      command: tests?.commands[0] ?? null,
      found: tests?.found ?? null,
    };
  } finally {
    await removeTree(folder);
  }
}
