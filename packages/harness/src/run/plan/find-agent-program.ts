import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { type FoundProgram, findProgram } from '../../machine/processes/find-program.ts';
import { Fault } from '../outcome/fault.ts';
import type { ChosenAgent } from './choose-agents.ts';

/** The program of an agent; null for an agent that needs none. */
export async function findAgentProgram(
  { agent, spec }: ChosenAgent,
  { environment }: Pick<Host, 'environment'>,
): Promise<FoundProgram | null> {
  const wanted = agent.kind === 'process' ? agent.program(spec) : null;
  if (agent.kind !== 'process' || wanted === null) return null;
  const found = await findProgram(wanted, environment['PATH'] ?? '');
  if (found !== undefined) return found;
  throw new Fault(
    'agent_unavailable',
    `the program ${wanted} was not found on the PATH; get it with: ${agent.install}`,
  );
}

/** Throws unless the programs of all agents are here: the runs of the others would be paid for half an answer. */
export async function requireAgentPrograms(
  agents: readonly ChosenAgent[],
  host: Pick<Host, 'environment'>,
): Promise<void> {
  const missing: string[] = [];
  for (const chosen of agents) {
    try {
      await findAgentProgram(chosen, host);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      missing.push(`${chosen.spec.id}: ${error.message}`);
    }
  }
  if (missing.length === 0) return;
  throw new AssayError('agent_unavailable', `${missing.join('\n')}\nTo run the others alone, name them with --agent.`);
}
