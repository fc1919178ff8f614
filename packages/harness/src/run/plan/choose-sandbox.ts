import { AssayError, type SandboxChoice } from '@assay/schema';
import type { Agent } from '../../contracts/agent.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { createSandboxes } from '../../machine/sandboxes/index.ts';

export interface ChosenSandbox {
  readonly sandbox: Sandbox;
  /** What a person should know about the choice; null when it is the usual one. */
  readonly remark: string | null;
}

/**
 * The sandbox that was asked for, or else the first that works here. Without one only our own agents run, since they
 * do nothing but what this repository says; no other agent is let loose on the machine unless `local` is asked for.
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
      throw new AssayError('sandbox_unavailable', `${wanted.title} cannot be used here: ${obstacle}`);
    return {
      sandbox: wanted,
      remark: wanted.isolated ? null : 'no sandbox, as asked for: agents can reach this machine',
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
      remark: `no sandbox can be had here, so our own agents run without one. ${obstacles.join('. ')}`,
    };
  throw new AssayError(
    'sandbox_unavailable',
    `no sandbox can be had here. ${obstacles.join('. ')}. To run without one: --sandbox local`,
  );
}
