import { buildRequest } from './core/call.ts';
import { readAnswer } from './core/read-answer.ts';
import { RequestError } from './core/request-error.ts';
import { ROUTES } from './core/routes.ts';
import { type Outgoing, trySend } from './core/send.ts';
import type { Settings } from './options.ts';
import type { QueuedEvaluation } from './outbox.ts';

/** Sends parcels once: a batch, or a single one that must be sent alone. Throws a `RequestError`. */
export async function deliver(
  settings: Settings,
  parcels: readonly QueuedEvaluation[],
  { keepalive, signal }: { keepalive: boolean; signal: AbortSignal },
): Promise<void> {
  const alone = parcels.find((parcel) => parcel.alone);
  const outgoing = alone === undefined ? buildBatch(settings, parcels) : buildSingle(settings, alone);
  const answered = await trySend(settings, { ...outgoing, keepalive }, { signal });
  if (answered instanceof RequestError) throw answered;
  const answer = readAnswer(answered) as { accepted?: unknown; evaluation_id?: unknown } | undefined;
  // a proxy on the way may answer 200 to everything
  if (typeof answer?.accepted === 'number' || typeof answer?.evaluation_id === 'string') return;
  throw new RequestError(
    'malformed_answer',
    'The server did not confirm the evaluations; check `baseUrl` and any proxy in between',
    {
      status: answered.status,
    },
  );
}

/** Each evaluation of a batch has an `event_id`, so the batch needs no idempotency key. */
function buildBatch(settings: Settings, parcels: readonly QueuedEvaluation[]): Outgoing {
  const { headers, ...request } = buildRequest(settings, ROUTES.ingest, {});
  const { 'idempotency-key': _, ...others } = headers;
  return { ...request, headers: others, body: `{"evaluations":[${parcels.map(({ json }) => json).join(',')}]}` };
}

const buildSingle = (settings: Settings, { event_id, json }: QueuedEvaluation): Outgoing => ({
  ...buildRequest(settings, ROUTES.evaluate, { options: { idempotencyKey: event_id } }),
  body: json,
});
