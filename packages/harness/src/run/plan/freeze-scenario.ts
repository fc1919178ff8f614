import { mkdir, rm } from 'node:fs/promises';
import type { Task } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { seedWorkspace } from '../../machine/workspace/seed-workspace.ts';
import { freezeTask } from '../../scenarios/freeze-task.ts';
import type { LoadedScenario } from '../../scenarios/load-project.ts';

/** Freezes a scenario like `prepareTask`, but keeps no files and needs no container engine. */
export async function freezeScenario(
  loaded: LoadedScenario,
  { host, signal }: { host: Host; signal: AbortSignal },
): Promise<Task> {
  const seed_digest = await digestSeed(loaded, signal);
  return await freezeTask({ loaded, seed_digest, now_ms: host.now(), entropy: host.entropy(10) });
}

async function digestSeed({ scenario, base }: LoadedScenario, signal: AbortSignal): Promise<string | null> {
  const { workspace_seed: seed, history } = scenario;
  if (seed === 'image') return null;
  const target = createOwnPath();
  await mkdir(target, { mode: 0o700 });
  try {
    return (await seedWorkspace({ seed, history, base, target, signal })).seed_digest;
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}
