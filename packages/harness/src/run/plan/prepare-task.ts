import { mkdir, rm } from 'node:fs/promises';
import type { Task } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { seedWorkspace } from '../../machine/workspace/seed-workspace.ts';
import { freezeTask } from '../../scenarios/freeze-task.ts';
import type { LoadedScenario } from '../../scenarios/load-project.ts';

/** A task with the files that all its runs start from. Disposing removes the files. */
export interface PreparedTask extends AsyncDisposable {
  readonly task: Task;
  readonly loaded: LoadedScenario;
  /** The seeded files before any setup; each run gets a copy. */
  readonly template: string;
}

/** Seeds and freezes a scenario, so that all its runs start from the same files. */
export async function prepareTask(
  loaded: LoadedScenario,
  { host, signal }: { host: Host; signal: AbortSignal },
): Promise<PreparedTask> {
  const template = createOwnPath();
  await mkdir(template, { mode: 0o700 });
  const remove = (): Promise<void> => rm(template, { recursive: true, force: true });
  try {
    const { workspace_seed: seed, history } = loaded.scenario;
    const { seed_digest } = await seedWorkspace({ seed, history, base: loaded.base, target: template, signal });
    const task = await freezeTask({ loaded, seed_digest, now_ms: host.now(), entropy: host.entropy(10) });
    return { task, loaded, template, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
