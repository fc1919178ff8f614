import type { FailureClass, Outcome, RunFailure, Stage, TranscriptEnd } from '@assay/schema';
import type { ExecutionEnd } from '../sandbox.ts';
import { FAILURE_CLASSES } from './failure-classes.ts';

/** What was seen of a run, from which its outcome follows. */
export interface RunFacts {
  /** A fault before or around the agent: it decides alone. */
  readonly fault: { readonly class: FailureClass; readonly message: string } | null;
  /** A limit that the harness enforced. */
  readonly limit: { readonly class: FailureClass; readonly message: string } | null;
  /** How the agent's program ended; null for an agent of our own. */
  readonly ended: ExecutionEnd | null;
  /** How the agent says it ended. */
  readonly end: TranscriptEnd;
  /** The HTTP status of the last answer of its model, where one was seen. */
  readonly model_status: number | null;
  /** Whether the agent said or did anything. */
  readonly active: boolean;
  readonly changed: boolean;
  /** Whether its last words say something. */
  readonly answered: boolean;
  readonly stages: readonly Stage[];
}

export interface Decided {
  readonly outcome: Outcome;
  readonly failure: RunFailure | null;
}

/**
 * COMPLETED needs a good last word of the agent and every stage passed: an exit code proves nothing.
 * BLOCKED is progress that did not get there, FAILED nothing one could use. The first rule that holds decides.
 */
export function decideOutcome(facts: RunFacts): Decided {
  const { fault, limit, ended, end, active, changed, answered, stages } = facts;
  if (fault !== null) return failed(fault.class, fault.message);
  const stop = limit ?? exceeded(ended);
  if (stop !== null) return active ? blocked(facts, stop.class, stop.message) : silent(stop.message);
  if (ended?.ended_by === 'start') return failed('agent_unavailable', ended.reason ?? 'the agent could not be started');
  const refusal = findRefusal(facts);
  if (refusal !== null) return failed(refusal, `the model answered ${facts.model_status}: ${end.reason}`);
  if (!active) return silent(describeExit(ended));
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

// an answer that did not get there is worth nothing; a change may be half of what was asked
const blocked = ({ changed }: RunFacts, name: FailureClass, message: string): Decided => ({
  outcome: changed ? 'BLOCKED' : 'FAILED',
  failure: because(name, message),
});

const silent = (message: string): Decided => failed('agent_no_activity', `the agent said and did nothing: ${message}`);

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

// refusals that say something of the account or the service, and nothing of the agent
const REFUSED = new Set([401, 402, 403, 404, 407]);
const BUSY = new Set([408, 409, 425, 429]);

function findRefusal({ end, model_status }: RunFacts): FailureClass | null {
  if (end.status === 'completed' || model_status === null) return null;
  if (REFUSED.has(model_status)) return 'model_refused';
  return BUSY.has(model_status) || model_status >= 500 ? 'model_unavailable' : null;
}

function describeExit(ended: ExecutionEnd | null): string {
  if (ended === null) return 'it had nothing to do';
  if (ended.signal !== null) return `its program was ended by ${ended.signal}`;
  return `its program exited with ${ended.exit_code}`;
}
