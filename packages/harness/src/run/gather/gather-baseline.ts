import { comparedCommands } from '@assay/scoring';
import type { Gathered, RunEnvironment } from '../execute/run-environment.ts';
import type { PreparedTask } from '../plan/prepare-task.ts';
import { gatherRequests } from './gather-commands.ts';
import { openCopy } from './grading-environment.ts';
import { revealHidden } from './reveal-hidden.ts';

type Needs = Parameters<typeof gatherRequests>[1] & Pick<RunEnvironment, 'attempt' | 'context' | 'scratch' | 'hidden'>;

const measured = new WeakMap<PreparedTask, Promise<Gathered>>();

/**
 * Runs the compared commands in a copy of the workspace before the agent starts. All runs of a task start
 * from the same files, so this is done once per task.
 */
export async function gatherBaseline(environment: Needs): Promise<Gathered> {
  const { prepared } = environment.attempt;
  const known = measured.get(prepared);
  if (known !== undefined) return await known;
  const gathering = measure(environment);
  measured.set(prepared, gathering);
  try {
    return await gathering;
  } catch (error) {
    // the next run may succeed
    measured.delete(prepared);
    throw error;
  }
}

async function measure(environment: Needs): Promise<Gathered> {
  const { requests, compared } = comparedCommands(environment.attempt.prepared.task.scenario.scorers);
  if (requests.length === 0) return { commands: {}, warnings: [] };
  environment.context.onProgress({ kind: 'step', step: 'baseline' });
  await using place = await openCopy(environment);
  const { workspace, home, session } = place;
  const scratch = { ...environment.scratch, workspace, grader_home: home };
  const graded = await revealHidden({ ...environment, scratch, grader: session });
  const { commands, warnings } = await gatherRequests(requests, graded);
  return {
    commands: Object.fromEntries(
      // no agent has left anything yet: what could not run is not known
      Object.entries(commands).filter(([name, { obstacle }]) => compared.has(name) && obstacle === undefined),
    ),
    warnings: warnings.map((warning) => `at the baseline, ${warning}`),
  };
}
