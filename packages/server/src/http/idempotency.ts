import { createHash, type Hash } from 'node:crypto';
import { AssayError } from '@assay/schema';
import { z } from 'zod';
import { type Commit, servicesWithin } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import { bodyMismatch, type Claim, requestInProgress } from '../store/tables/received/idempotency-keys.ts';
import type { Caller } from './caller.ts';
import type { Outgoing } from './serve-operation.ts';

/** A request with an Idempotency-Key. */
interface KeyedRequest {
  readonly caller: Pick<Caller, 'organization_id'>;
  readonly claim: Claim;
  readonly tells_secret: boolean;
  toOutgoing(answer: unknown): Outgoing;
}

/** Does the work of a request once per key and replays its answer to repeated requests. */
export type AnswerOnce = (
  request: KeyedRequest,
  work: (commit: Commit<unknown>) => Promise<unknown>,
) => Promise<Outgoing>;

const Kept = z.object({ status: z.int(), content: z.string().nullable(), headers: z.record(z.string(), z.string()) });
// stored in place of an answer that contains a secret
const TOLD = { told: true };

/** Starts the digest of a request, for its body. A repeated Idempotency-Key must have the same one. */
export function startRequestDigest(request: Request): Hash {
  const path = request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2));
  return createHash('sha256').update(`${request.method} ${path}\n`);
}

/**
 * Key, effect and answer are one transaction: a crash leaves all of them or none. A repeated request therefore does
 * nothing twice.
 */
export function createIdempotency(services: Services): AnswerOnce {
  // within this process; between processes the transaction decides
  const under_way = new Map<string, string>();
  return async (request, work) => {
    const { caller, claim } = request;
    const present = await findAnswer(services, request);
    if (present !== undefined) return present;
    const name = `${caller.organization_id} ${claim.key}`;
    const digest = under_way.get(name);
    if (digest !== undefined)
      throw digest === claim.body_digest ? requestInProgress(claim.key) : bodyMismatch(claim.key);
    under_way.set(name, claim.body_digest);
    try {
      return await answerNow(services, request, work);
    } catch (error) {
      // this one may have failed because another process with the same key was faster
      const other = await findAnswer(services, request).catch(() => undefined);
      if (other === undefined) throw error;
      return other;
    } finally {
      under_way.delete(name);
    }
  };
}

async function findAnswer(
  { store }: Services,
  { caller, claim, tells_secret }: KeyedRequest,
): Promise<Outgoing | undefined> {
  const found = await store.idempotency_keys.find(caller.organization_id, claim);
  if (found === undefined) return undefined;
  if (tells_secret) throw toldBefore(claim.key);
  const kept = Kept.parse(found.response);
  return { ...kept, headers: { ...kept.headers, 'idempotent-replayed': 'true' } };
}

async function answerNow(
  services: Services,
  { caller: { organization_id }, claim, tells_secret, toOutgoing }: KeyedRequest,
  work: (commit: Commit<unknown>) => Promise<unknown>,
): Promise<Outgoing> {
  let kept: Outgoing | undefined;
  const commit = async <Result>(
    write: (services: Services) => Promise<Result>,
    toAnswer: (result: Result) => unknown = (result) => result,
  ): Promise<Result> => {
    if (kept !== undefined) throw new AssayError('internal', 'A request may commit only once');
    const done = await services.store.transaction(async (tables) => {
      await tables.idempotency_keys.hold(organization_id, claim.key);
      const result = await write(servicesWithin(services, tables));
      const outgoing = toOutgoing(toAnswer(result));
      // streams are not stored: such operations only read
      if (typeof outgoing.content === 'string' || outgoing.content === null) {
        const response = tells_secret ? TOLD : outgoing;
        await tables.idempotency_keys.keep(organization_id, { ...claim, response });
      }
      return { result, outgoing };
    });
    kept = done.outgoing;
    return done.result;
  };
  try {
    const answer = await work(commit);
    if (kept === undefined) await commit(async () => answer);
  } catch (error) {
    if (kept === undefined) throw error;
    // the request is done and answered; the remaining work is completed later
    services.log.write('error', 'fault', {
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  return kept as unknown as Outgoing;
}

const toldBefore = (key: string): AssayError =>
  new AssayError(
    'conflict',
    `The Idempotency-Key ${key} was already used. The secret is only in the first answer; if you lost it, delete what was created and create another.`,
  );
