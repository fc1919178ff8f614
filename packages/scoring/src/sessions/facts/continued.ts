import { field } from '../../heuristic/walk.ts';
import type { SessionStep } from '../session.ts';

/** Answers of calls whose command goes on, with the id by which later calls ask for it. */
const RUNNING =
  /^(?:[^\n]*\n){0,3}?(?:Process running with session ID|Command running in background with ID:|Command was moved to the background[^\n]{0,40} ID:?) ?([\w-]{1,64})/;
/** OpenHands has one shell; an empty command, or one that is input, waits for what runs in it. */
const WAITING = /\[The command (?:has no new output after|timed out after)[^\n]*\bsending empty command\b/;
const SHELL = 'the shell of OpenHands';
const ENDED = /<exit_code>(-?\d{1,10})<\/exit_code>/;
const HEAD = 600;

/**
 * Commands that went on after their call returned, each with how it ended: the output of all calls that asked for it,
 * and the outcome of the last. Without an end, the outcome is unknown.
 */
export function findContinued(steps: readonly SessionStep[]): ReadonlyMap<SessionStep, SessionStep> {
  const open = new Map<string, SessionStep>();
  const continued = new Map<SessionStep, SessionStep>();
  for (const step of steps) {
    const asked = open.get(askedId(step));
    if (asked !== undefined) {
      const before = continued.get(asked) ?? asked;
      continued.set(asked, { ...before, output: joinOutputs(before, step), outcome: endOf(step) });
    }
    const id = RUNNING.exec((step.output ?? '').slice(0, HEAD))?.[1] ?? (isWaiting(step) ? SHELL : undefined);
    if (id === undefined || asked !== undefined || step.call?.command == null) continue;
    open.set(id, step);
    continued.set(step, { ...step, outcome: 'unknown' });
  }
  return continued;
}

const LONGEST = 40_000;

// only the start and the end of a long output are read
const joinOutputs = (before: SessionStep, step: SessionStep): string =>
  `${(before.output ?? '').slice(-LONGEST)}\n${step.output ?? ''}`;

const askedId = ({ input, call }: SessionStep): string =>
  call?.command === '' || String(field(input, ['is_input'])) === 'true'
    ? SHELL
    : String(field(input, ['session_id', 'bash_id', 'task_id', 'shell_id']) ?? '');

const isWaiting = ({ output }: SessionStep): boolean => WAITING.test((output ?? '').slice(-HEAD));

function endOf(step: SessionStep): SessionStep['outcome'] {
  const output = step.output ?? '';
  if (RUNNING.test(output.slice(0, HEAD)) || isWaiting(step)) return 'unknown';
  const code = ENDED.exec(output.slice(0, HEAD))?.[1];
  if (code !== undefined) return code === '0' ? 'succeeded' : 'failed';
  return /<status>(?:running|pending)<\/status>/.test(output.slice(0, HEAD)) ? 'unknown' : step.outcome;
}
