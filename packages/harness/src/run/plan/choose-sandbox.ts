import { AssayError, type SandboxChoice } from '@assay/schema';
import type { Agent } from '../../contracts/agent.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { createDocker } from '../../machine/sandboxes/docker.ts';
import { createSandboxes } from '../../machine/sandboxes/index.ts';

export interface ChosenSandbox {
  readonly sandbox: Sandbox;
  /** A note for people about the choice; null for the usual one. */
  readonly remark: string | null;
}

/** In place of a sandbox where every task has its own containers. */
export const containersOnly = (): Sandbox => createDocker({});

/**
 * The requested sandbox, or the first available one. Without one, only built-in agents run, because their
 * actions are known. Other agents need `local` to run without isolation.
 */
export async function chooseSandbox(
  choice: SandboxChoice,
  agents: readonly { readonly agent: Pick<Agent, 'kind'> }[],
): Promise<ChosenSandbox> {
  const sandboxes = createSandboxes(choice);
  const wanted = sandboxes.find(({ id }) => id === choice.use);
  if (wanted !== undefined) {
    const obstacle = await wanted.findObstacle();
    if (obstacle !== undefined)
      throw new AssayError('sandbox_unavailable', `${wanted.title} is not available: ${obstacle}`);
    return {
      sandbox: wanted,
      remark: wanted.isolated ? null : 'no sandbox, as configured: agents can access this machine',
    };
  }
  const obstacles: string[] = [];
  for (const sandbox of sandboxes.filter(({ isolated }) => isolated)) {
    const obstacle = await sandbox.findObstacle();
    if (obstacle === undefined) return { sandbox, remark: null };
    obstacles.push(`${sandbox.title}: ${obstacle}`);
  }
  const local = sandboxes.find(({ isolated }) => !isolated);
  if (local !== undefined && agents.every(({ agent }) => agent.kind === 'built-in'))
    return {
      sandbox: local,
      remark: `no sandbox is available, so the built-in agents run without one. ${obstacles.join('. ')}`,
    };
  throw new AssayError(
    'sandbox_unavailable',
    `no sandbox is available. ${obstacles.join('. ')}. To run without one, use --sandbox local`,
  );
}
