import type { ExecutionEnd } from '../../contracts/sandbox.ts';
import type { ModelHealth } from '../../machine/gateway/model-health.ts';
import type { RunFacts } from './outcome.ts';

interface ModelCause {
  readonly class: 'model_refused' | 'model_unavailable';
  readonly message: string;
}

/** Why the model service, not the agent, caused a bad end; null if it did not. */
export function findModelCause(facts: Pick<RunFacts, 'model' | 'end' | 'ended' | 'active'>): ModelCause | null {
  const { model, end, ended, active } = facts;
  const timed_out = ended?.ended_by === 'timeout';
  // an agent that completed was not stopped by it
  if (model === null || (end.status === 'completed' && active && !timed_out)) return null;
  if (ended !== null && !timed_out && !gaveUp(ended)) return null;
  if (model.requests === 0)
    return active
      ? null
      : { class: 'model_unavailable', message: 'the agent produced no output and never reached its model service' };
  if (isSilent(model, timed_out)) return { class: 'model_unavailable', message: describeSilence(model) };
  // a timeout while the service answers is the agent's, even if the last answer was an error
  return timed_out && active ? null : findRefusal(facts, model);
}

const KILLED: ReadonlySet<string | null> = new Set([
  ...['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGABRT', 'SIGKILL', 'SIGSEGV', 'SIGPIPE', 'SIGTERM'],
]);

// a client gives up on a service with an exit code, or is stopped after it said so; a signal comes from elsewhere. gemini
// exits with the status of the service, so that 401 looks like SIGCHLD
const gaveUp = ({ ended_by, signal }: ExecutionEnd): boolean =>
  ended_by === 'stop' || (ended_by === 'exit' && !KILLED.has(signal));

// a model may think long before its first token, and clients give up after some minutes
const LONGEST_PATIENCE_MS = 300_000;
// an agent that crashed during a request waited less than this
const SHORTEST_PATIENCE_MS = 10_000;

// most of the time since the first request, or longer than any client waits
function isSilent({ status, asked_ms, silent_ms }: ModelHealth, timed_out: boolean): boolean {
  const answering = status !== null && !isBusy(status);
  if (answering && status >= 400) return false;
  const enough = Math.min(asked_ms / 2, LONGEST_PATIENCE_MS);
  return silent_ms > 0 && silent_ms >= (timed_out ? enough : Math.max(enough, SHORTEST_PATIENCE_MS));
}

const describeSilence = ({ silent_ms, status, error }: ModelHealth): string =>
  `the model service did not answer for the last ${Math.round(silent_ms / 1000)} s${
    status !== null && isBusy(status) ? `; its last status was ${status}${error === null ? '' : `: ${error}`}` : ''
  }`;

// statuses that concern the account or the service; once it has answered, they concern what the agent asked for
const REFUSED = new Set([401, 402, 403, 404, 407, 413]);
// the gateway inserts the key, so a key that was accepted before is no longer
const LOST = new Set([401, 402, 407]);
const BUSY = new Set([408, 409, 425, 429]);
const isBusy = (status: number): boolean => BUSY.has(status) || status >= 500;

const OUT_OF_CREDIT =
  /\b(?:credits?|billing|balance|payment|insufficient[ _](?:quota|funds|credits?)|spend(?:ing)? limit|usage limit)\b/i;
const TOO_LONG =
  /\btoo (?:long|large|many (?:input |prompt )?tokens)\b|\bcontext[ _](?:length|window|limit)|\bmaximum context\b|\binput token count\b|\bmaximum (?:number of |prompt )?tokens\b|request_too_large|context_length_exceeded/i;

function findRefusal({ end }: Pick<RunFacts, 'end'>, { status, error, answered }: ModelHealth): ModelCause | null {
  if (status === null || status < 400) return null;
  const message = `the model service answered ${status}: ${error ?? end.reason}`;
  const asked_wrongly = status === 400 || status === 422;
  const said = error ?? '';
  const never = answered === 0 && (REFUSED.has(status) || (asked_wrongly && TOO_LONG.test(said)));
  // a service may repeat the name of what it does not have
  const empty = status !== 404 && OUT_OF_CREDIT.test(said);
  // a retry cannot help
  if (never || empty || LOST.has(status)) return { class: 'model_refused', message };
  return isBusy(status) ? { class: 'model_unavailable', message } : null;
}
