import { resolve } from 'node:path';
import type { Host } from '../../contracts/host.ts';
import { environmentStore, type StoredEnvironment, useEnvironment } from '../../machine/environments/store.ts';
import { nameEnvironment, readRecipe } from '../../scenarios/recipe.ts';
import { guard, RunFailureError } from '../outcome/run-failure-error.ts';
import type { PreparedTask } from './prepare-task.ts';

/** The environment of a task, in use until it is disposed; null for a task without dependencies. */
export async function openDependencies(
  { loaded }: Pick<PreparedTask, 'loaded'>,
  host: Host,
): Promise<(StoredEnvironment & AsyncDisposable) | null> {
  const { dependencies } = loaded.scenario;
  if (dependencies === undefined) return null;
  const name = nameEnvironment(await guard('seed_failed', () => readRecipe(resolve(loaded.base, dependencies))));
  const found = await guard('sandbox_lost', () => useEnvironment(environmentStore(host), name));
  if (found !== undefined) return found;
  // a task of a server has no folder that lasts
  const task = loaded.file === loaded.base ? 'TASK' : loaded.base;
  const message = `environment missing: build it with \`assay env build ${task}\` (${name}, not in ${environmentStore(host)})`;
  throw new RunFailureError('environment_missing', message);
}
