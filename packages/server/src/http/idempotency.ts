import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Caller } from './caller.ts';
import type { Outgoing } from './serve-operation.ts';

interface Claimed {
  readonly store: Pick<Store, 'idempotency_keys'>;
  readonly caller: Caller;
  readonly claim: { readonly key: string; readonly body_digest: string };
}

const Kept = z.object({ status: z.int(), content: z.string().nullable(), headers: z.record(z.string(), z.string()) });

/** The digest of what a request asks for: an idempotency key stands for all of it. */
export function digestOf(request: Request, bytes: Uint8Array): string {
  const path = request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2));
  return createHash('sha256').update(`${request.method} ${path}\n`).update(bytes).digest('hex');
}

/** Does the work of a request once for its key, and gives the same answer to those that come after. */
export async function withIdempotency(
  { store, caller, claim }: Claimed,
  work: () => Promise<Outgoing>,
): Promise<Outgoing> {
  const { organization_id } = caller;
  const { key } = claim;
  const claimed = await store.idempotency_keys.claim(organization_id, claim);
  if (claimed.status === 'replayed') {
    const kept = Kept.parse(claimed.response);
    return { ...kept, headers: { ...kept.headers, 'idempotent-replayed': 'true' } };
  }
  try {
    const outgoing = await work();
    // a stream is not kept: such an operation only reads
    if (typeof outgoing.content === 'string' || outgoing.content === null) {
      await store.idempotency_keys.settle(organization_id, { key, response: outgoing });
    } else await store.idempotency_keys.release(organization_id, key);
    return outgoing;
  } catch (error) {
    await store.idempotency_keys.release(organization_id, key);
    throw error;
  }
}
