import type { FailureClass, Outcome, RunFailure, Stage, TranscriptEnd } from '@assay/schema';
import type { ExecutionEnd } from '../../contracts/sandbox.ts';
import type { ModelHealth } from '../../machine/gateway/model-health.ts';
import { FAILURE_CLASSES } from './failure-classes.ts';
import { findModelCause } from './model-cause.ts';

/** The observations that decide the outcome of a run. */
export interface RunFacts {
  /** A fault around the agent; it decides alone. */
  readonly fault: { readonly class: FailureClass; readonly message: string } | null;
  /** A limit that the harness enforced. */
  readonly limit: { readonly class: FailureClass; readonly message: string } | null;
  /** How the agent's program ended; null for a built-in agent. */
  readonly ended: ExecutionEnd | null;
  /** The end as reported by the agent. */
  readonly end: TranscriptEnd;
  /** Health of its model service; null for an agent without a known one. */
  readonly model: ModelHealth | null;
  /** Whether the agent produced any output or change. */
  readonly active: boolean;
  readonly changed: boolean;
  /** Whether its last message has content. */
  readonly answered: boolean;
  readonly stages: readonly Stage[];
}

export interface Decided {
  readonly outcome: Outcome;
  readonly failure: RunFailure | null;
}

/**
 * COMPLETED requires a successful end reported by the agent and every stage passed; an exit code proves
 * nothing. BLOCKED is incomplete work, FAILED nothing usable. The first matching rule decides.
 */
export function decideOutcome(facts: RunFacts): Decided {
  const { fault, limit, ended, end, active, changed, answered, stages } = facts;
  if (fault !== null) return failed(fault.class, fault.message);
  const cause = findModelCause(facts);
  const stop = limit ?? exceeded(ended);
  if (stop !== null)
    return stop.class === 'time_exceeded' && cause !== null
      ? failed(cause.class, cause.message)
      : blocked(facts, stop.class, stop.message);
  if (ended?.ended_by === 'start') return failed('agent_unavailable', ended.reason ?? 'the agent could not be started');
  if (cause !== null) return failed(cause.class, cause.message);
  if (!active) return silent(ended);
  switch (end.status) {
    case 'denied':
      return failed('tools_denied', end.reason);
    case 'limit':
      return blocked(facts, /cost|budget|token/i.test(end.reason) ? 'budget_exceeded' : 'turns_exceeded', end.reason);
    case 'failed':
      return blocked(facts, 'agent_stopped', end.reason);
    case 'interrupted':
    case 'unknown':
      return blocked(facts, 'agent_crashed', `${end.reason}; ${describeExit(ended)}`);
    case 'completed':
      break;
  }
  const open = stages.find(({ passed }) => !passed);
  if (open !== undefined)
    return blocked(
      facts,
      'stage_failed',
      `stage ${open.name} still failed after ${open.attempts} ${open.attempts === 1 ? 'attempt' : 'attempts'}`,
    );
  if (!changed && !answered) return failed('agent_stopped', 'the agent left neither a change nor an answer');
  return { outcome: 'COMPLETED', failure: null };
}

const because = (name: FailureClass, message: string): RunFailure => ({
  class: name,
  side: FAILURE_CLASSES[name].side,
  message,
});

const failed = (name: FailureClass, message: string): Decided => ({
  outcome: 'FAILED',
  failure: because(name, message),
});

// an unfinished answer is worthless; an unfinished change may be half of the task
const blocked = ({ changed }: RunFacts, name: FailureClass, message: string): Decided => ({
  outcome: changed ? 'BLOCKED' : 'FAILED',
  failure: because(name, message),
});

/** An agent without output, although its model service was available or it has none. */
function silent(ended: ExecutionEnd | null): Decided {
  const message = `the agent produced no output and no change: ${describeExit(ended)}`;
  const crashed = ended !== null && (ended.signal !== null || ended.exit_code !== 0);
  return failed(crashed ? 'agent_crashed' : 'agent_no_activity', message);
}

const EXCEEDED = {
  timeout: 'time_exceeded',
  output: 'output_exceeded',
  disk: 'disk_exceeded',
  memory: 'memory_exceeded',
} as const;

function exceeded(ended: ExecutionEnd | null) {
  if (ended === null || !Object.hasOwn(EXCEEDED, ended.ended_by)) return null;
  const name = EXCEEDED[ended.ended_by as keyof typeof EXCEEDED];
  return { class: name, message: ended.reason ?? name };
}

function describeExit(ended: ExecutionEnd | null): string {
  if (ended === null) return 'it has no program';
  if (ended.signal !== null) return `its program was ended by ${ended.signal}`;
  return `its program exited with ${ended.exit_code}`;
}
