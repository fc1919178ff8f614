import { createId } from '@assay/schema';
import { explainIdle } from '../../agents/cheat.ts';
import { openRunEnvironment } from '../gather/open-run-environment.ts';
import { RunFailureError } from '../outcome/run-failure-error.ts';
import type { PreparedTask } from '../plan/prepare-task.ts';
import type { RunContext } from '../plan/run-request.ts';
import type { Cell } from '../schedule/run-plan.ts';

/** The cheats that find nothing to act on in the workspace of a task, and why. */
export async function findIdle(
  cells: readonly Cell[],
  prepared: PreparedTask,
  context: Omit<RunContext, 'onProgress'>,
): Promise<Map<Cell, string>> {
  const { task, loaded, template } = prepared;
  const idle = new Map<Cell, string>();
  const cheats = cells.filter(({ spec }) => spec.type === 'cheat');
  const look = async (workspace: string): Promise<void> => {
    for (const cell of cheats) {
      const remark = await explainIdle({ spec: cell.spec, scenario: task.scenario, workspace, base: loaded.base });
      if (remark !== null) idle.set(cell, remark);
    }
  };
  if (task.scenario.setup === undefined && task.scenario.dependencies === undefined) await look(template);
  // what a container adds, only a run can tell
  else if (task.scenario.environment === undefined && cheats[0] !== undefined)
    await lookAfterSetup(cheats[0], { context, look });
  return idle;
}

interface Looking {
  readonly context: Omit<RunContext, 'onProgress'>;
  readonly look: (workspace: string) => Promise<void>;
}

async function lookAfterSetup(cell: Cell, { context, look }: Looking): Promise<void> {
  const { host, folders } = context;
  const run_id = createId('run', { time_ms: host.now(), entropy: host.entropy(10) });
  const incoming = await folders.begin(run_id);
  const attempt = { ...cell, label: null, invocation: null, run_id, tries: 1, incoming };
  try {
    await using environment = await openRunEnvironment(attempt, { ...context, onProgress: () => undefined });
    await look(environment.scratch.workspace);
  } catch (error) {
    // every run will say so
    if (!(error instanceof RunFailureError)) throw error;
  }
}
