import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import type { SandboxSession } from '../../contracts/sandbox.ts';
import { type FoundProgram, findProgram } from '../../machine/processes/find-program.ts';
import { RunFailureError } from '../outcome/run-failure-error.ts';
import type { ChosenAgent } from './choose-agents.ts';

const PATIENCE_MS = 60_000;

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

/**
 * Throws if the program that a command starts with is not there. Asked before the agent starts: afterwards, only the
 * agent would say so.
 */
export async function requireCommand({ spec }: ChosenAgent, session: SandboxSession): Promise<void> {
  const [program] = /^[\w./+-]+(?=\s|$)/.exec(spec.type === 'command' ? (spec.command ?? '') : '') ?? [];
  if (program === undefined) return;
  const find = ['bash', '-c', 'command -v -- "$1" >/dev/null', 'bash', program] as const;
  const { exit_code, ended_by } = await session.start({ command: [...find], timeout_ms: PATIENCE_MS }).done;
  if (ended_by !== 'exit' || exit_code !== 1) return;
  throw new RunFailureError('agent_unavailable', `the program ${program} of the agent ${spec.id} was not found`);
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
