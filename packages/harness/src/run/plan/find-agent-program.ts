import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { type FoundProgram, findProgram } from '../../machine/processes/find-program.ts';
import { RunFailureError } from '../outcome/run-failure-error.ts';
import type { ChosenAgent } from './choose-agents.ts';

/** The program of an agent; null if it needs none. */
export async function findAgentProgram(
  { agent, spec }: ChosenAgent,
  { environment }: Pick<Host, 'environment'>,
): Promise<FoundProgram | null> {
  const wanted = agent.kind === 'process' ? agent.program(spec) : null;
  if (agent.kind !== 'process' || wanted === null) return null;
  const found = await findProgram(wanted, environment['PATH'] ?? '');
  if (found !== undefined) return found;
  throw new RunFailureError(
    'agent_unavailable',
    `the program ${wanted} is not on PATH; to install it: ${agent.install}`,
  );
}

/** Throws if the program of any agent is missing, before the runs of others cost money. */
export async function requireAgentPrograms(
  agents: readonly ChosenAgent[],
  host: Pick<Host, 'environment'>,
): Promise<void> {
  const missing: string[] = [];
  for (const chosen of agents) {
    try {
      await findAgentProgram(chosen, host);
    } catch (error) {
      if (!(error instanceof RunFailureError)) throw error;
      missing.push(`${chosen.spec.id}: ${error.message}`);
    }
  }
  if (missing.length === 0) return;
  throw new AssayError('agent_unavailable', `${missing.join('\n')}\nTo run only the others, name them with --agent.`);
}
