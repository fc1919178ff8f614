import { type Clean, excerptEnd, excerptLine } from '../text/excerpt.ts';
import { fence } from '../text/fence.ts';
import type { RunEnding } from '../text/judged-run.ts';

const LONGEST_TAIL = 4096;
const LONGEST_LINE = 400;

/** How the run ended, and the last output of the agent's program. */
export function formatEnding({ outcome, failure, agent_exit }: RunEnding, clean: Clean): string {
  const tail = (text: string): string => excerptEnd(text, { max_chars: LONGEST_TAIL, clean });
  const cause = failure === null ? '' : `, ${failure.class}`;
  return [
    `# How the run ended: ${outcome}${cause}`,
    ...(failure === null ? [] : [fence('failure', excerptLine(failure.message, { max_chars: LONGEST_LINE, clean }))]),
    `The program of the agent: ${describeExit(agent_exit)}`,
    fence('agent stdout', tail(agent_exit.stdout_tail)),
    fence('agent stderr', tail(agent_exit.stderr_tail)),
  ].join('\n\n');
}

function describeExit({ exit_code, signal, ended_by }: RunEnding['agent_exit']): string {
  const end = signal === null ? `exit code ${exit_code ?? 'unknown'}` : `ended by ${signal}`;
  return ended_by === 'exit' ? end : `${end}, stopped: ${ended_by}`;
}
