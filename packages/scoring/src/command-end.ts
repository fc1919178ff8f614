import type { CommandAttempt, CommandEvidence } from '@assay/schema';
import { cannotScore } from './scorer.ts';

/** The executions of a command in one tree. */
export const listOwnAttempts = (evidence: Omit<CommandEvidence, 'clean'>): readonly CommandAttempt[] =>
  evidence.attempts.length === 0 ? [evidence] : evidence.attempts;

/** Every execution of a command, in the agent's tree and in a clean checkout. */
export const listAttempts = (evidence: CommandEvidence): readonly CommandAttempt[] => [
  ...listOwnAttempts(evidence),
  ...(evidence.clean === undefined ? [] : listOwnAttempts(evidence.clean)),
];

/** Why a command did not succeed: a timeout, limit, signal or exit code. Undefined when it exited with 0. */
export function describeEnd(
  { exit_code, signal, timed_out, ended_by, obstacle }: CommandAttempt,
  timeout_s?: number,
): string | undefined {
  if (obstacle !== undefined) return `could not run in what the agent left: ${obstacle}`;
  if (timed_out) return timeout_s === undefined ? 'timeout' : `timeout: still running after ${timeout_s} s`;
  const limit = LIMITS.get(ended_by);
  if (limit !== undefined) return limit;
  if (signal !== null) return `ended by ${signal}`;
  if (exit_code === null) cannotScore('expected an exit code or a signal, found neither; gather it again');
  if (exit_code === 0) return undefined;
  // the shell's own codes: often a missing program, but an agent can cause them too
  const suspicion = SHELL_CODES.get(exit_code);
  return `exit code ${exit_code}${suspicion === undefined ? '' : `, suspected_env: ${suspicion}`}`;
}

const LIMITS: ReadonlyMap<CommandAttempt['ended_by'], string> = new Map([
  ['output', 'ended for printing more than is kept'],
  ['disk', 'ended for filling the disk'],
  ['memory', 'ended for using too much memory'],
]);

const SHELL_CODES: ReadonlyMap<number, string> = new Map([
  [126, 'a program could not be executed'],
  [127, 'a program was not found'],
]);

/**
 * Whether a command succeeds without a report before an agent had any part in it: then the task is at fault. Otherwise
 * a report that is missing is the work of the code under test.
 */
export const hasNoReport = (baseline: CommandEvidence | undefined): boolean =>
  baseline?.exit_code === 0 && baseline.report === null;
