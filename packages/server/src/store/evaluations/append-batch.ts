import { AssayError } from '@assay/schema';
import type { Connection, Pool } from '../sql/connection.ts';
import { violatedConstraint } from '../sql/database-error.ts';
import type { AgentCache } from './agent-cache.ts';
import { type Answer, findAnswers, formatIdempotencyKey, type Keyed, replay } from './answered-requests.ts';
import { type Appended, type AppendRequest, appendEvaluations, type NotAppended } from './append-evaluations.ts';
import { createAgents } from './read-agents.ts';

/** The outcome of one request. Its error does not affect the others. */
export type AppendOutcome =
  | { readonly status: 'appended' | 'replayed'; readonly appended: Appended }
  | { readonly status: 'refused'; readonly error: AssayError };

interface Batch {
  readonly requests: readonly AppendRequest[];
  readonly now: () => number;
  readonly known: AgentCache;
}

const TRIES = 5;

/**
 * Appends a batch in one commit. Retries if another process answered the same key at the same time; the retry finds its
 * answer.
 */
export async function appendBatch(pool: Pool, batch: Batch, tries = TRIES): Promise<readonly AppendOutcome[]> {
  try {
    return await commit(pool, batch);
  } catch (error) {
    if (tries === 1 || violatedConstraint(error) !== 'idempotency_keys_pkey') throw error;
    return await appendBatch(pool, batch, tries - 1);
  }
}

async function commit(pool: Pool, batch: Batch, lock = false): Promise<readonly AppendOutcome[]> {
  const result = lock
    ? await pool.transaction((connection) => attempt(connection, { ...batch, lock }))
    : await attempt(pool, { ...batch, lock });
  switch (result.status) {
    case 'done':
      return result.outcomes;
    case 'unknown_agents':
      // outside the transaction: one that already locks agents could deadlock
      await createAgents(pool, result.agents);
      return await commit(pool, batch, lock);
    case 'overtaken':
      // another process changed the same agents: lock them
      return await commit(pool, batch, true);
  }
}

type Attempt = { readonly status: 'done'; readonly outcomes: readonly AppendOutcome[] } | NotAppended;

async function attempt(
  connection: Connection,
  { requests, now, known, lock }: Batch & { lock: boolean },
): Promise<Attempt> {
  const keyed = requests.filter((request): request is AppendRequest & Keyed => request.idempotency !== null);
  const answers = await findAnswers(connection, keyed);
  const firsts = new Map<string, AppendRequest>();
  for (const request of keyed) {
    const name = formatIdempotencyKey(request);
    if (!answers.has(name) && !firsts.has(name)) firsts.set(name, request);
  }
  const added = requests.filter(
    (request) => request.idempotency === null || firsts.get(formatIdempotencyKey(request as Keyed)) === request,
  );
  const result = await appendEvaluations(connection, { requests: added, time_ms: now(), lock, known });
  if (result.status !== 'appended') return result;

  const appended = new Map(added.map((request, index) => [request, result.appended[index] as Appended]));
  for (const [name, first] of firsts) {
    const body_digest = first.idempotency?.body_digest ?? null;
    answers.set(name, { body_digest, appended: appended.get(first) ?? null });
  }
  const outcomes = requests.map((request): AppendOutcome => {
    const own = appended.get(request);
    return own === undefined ? replayed(request as Keyed, answers) : { status: 'appended', appended: own };
  });
  return { status: 'done', outcomes };
}

function replayed(request: Keyed, answers: ReadonlyMap<string, Answer>): AppendOutcome {
  try {
    return { status: 'replayed', appended: replay(request, answers.get(formatIdempotencyKey(request)) as Answer) };
  } catch (error) {
    if (error instanceof AssayError) return { status: 'refused', error };
    throw error;
  }
}
