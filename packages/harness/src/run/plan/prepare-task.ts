import { mkdir, rm } from 'node:fs/promises';
import { AssayError, type Task, type WorkspaceSeed } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { exportFromImage } from '../../machine/containers/export-folder.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { seedWorkspace } from '../../machine/workspace/seed-workspace.ts';
import { freezeTask } from '../../scenarios/freeze-task.ts';
import type { LoadedScenario } from '../../scenarios/load-project.ts';
import {
  type ImagePolicy,
  type PreparedEnvironment,
  type PrepareEnvironmentOptions,
  prepareEnvironment,
} from './prepare-environment.ts';

/** A task with the files that all its runs start from. Disposing removes the files. */
export interface PreparedTask extends AsyncDisposable {
  readonly task: Task;
  readonly loaded: LoadedScenario;
  /** The seeded files before any setup; each run gets a copy. */
  readonly template: string;
  /** The task's own image, and those of its verifiers by the names of their scorers. */
  readonly environment: PreparedEnvironment | null;
  readonly verifiers: ReadonlyMap<string, PreparedEnvironment>;
}

export interface PrepareOptions {
  readonly host: Host;
  /** Default: all, for tasks of the person who starts them. */
  readonly images?: ImagePolicy;
  readonly signal: AbortSignal;
}

/** Seeds and freezes a scenario, so that all its runs start from the same files. */
export async function prepareTask(
  loaded: LoadedScenario,
  { host, images = 'build', signal }: PrepareOptions,
): Promise<PreparedTask> {
  const template = createOwnPath();
  await mkdir(template, { mode: 0o700 });
  const remove = (): Promise<void> => rm(template, { recursive: true, force: true });
  try {
    const { history } = loaded.scenario;
    const environments = await prepareEnvironments(loaded, { base: loaded.base, images, signal });
    const seed = await findSeed(loaded, { environment: environments.environment, signal });
    const { seed_digest } = await seedWorkspace({ seed, history, base: loaded.base, target: template, signal });
    const from_image = loaded.scenario.workspace_seed === 'image';
    const digest = from_image ? null : seed_digest;
    const task = await freezeTask({ loaded, seed_digest: digest, now_ms: host.now(), entropy: host.entropy(10) });
    return { task, loaded, template, ...environments, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function prepareEnvironments({ scenario }: LoadedScenario, options: PrepareEnvironmentOptions) {
  const { environment: asked, scorers } = scenario;
  const environment = asked === undefined ? null : await prepareEnvironment(asked, options);
  const verifiers = new Map<string, PreparedEnvironment>();
  for (const spec of scorers)
    if (spec.type === 'reward' && 'environment' in spec && spec.environment !== undefined)
      verifiers.set(spec.name, await prepareEnvironment(spec.environment, options));
  return { environment, verifiers };
}

interface SeedNeeds {
  readonly environment: PreparedEnvironment | null;
  readonly signal: AbortSignal;
}

// what the image has in its workspace, as an archive
async function findSeed(
  { scenario: { workspace_seed: seed } }: LoadedScenario,
  { environment, signal }: SeedNeeds,
): Promise<Exclude<WorkspaceSeed, 'image'>> {
  if (seed !== 'image') return seed;
  if (environment === null)
    throw new AssayError('invalid_config', 'workspace_seed: expected an environment whose image has the files');
  const target = `${createOwnPath()}.tar`;
  const { image, workspace } = environment;
  const has = await exportFromImage({ image: image.id, path: `${workspace}/.`, target, signal });
  return has ? { archive: target } : 'empty';
}
