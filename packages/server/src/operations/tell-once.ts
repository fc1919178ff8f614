import { AssayError } from '@assay/schema';
import type { Caller } from '../http/caller.ts';
import type { HandlerInput } from '../http/handle.ts';
import type { Tables } from '../store/store.ts';

interface Request {
  readonly caller: Caller;
  // biome-ignore lint/suspicious/noExplicitAny: of whichever operation
  readonly idempotency: HandlerInput<any, Caller>['idempotency'];
}

/**
 * Takes the idempotency key of a request whose answer holds a secret. Such an answer is not kept to be given again: a
 * request that is repeated is refused. Belongs in the transaction that makes the secret.
 */
export async function tellOnce(
  { idempotency_keys }: Pick<Tables, 'idempotency_keys'>,
  { caller: { organization_id }, idempotency }: Request,
): Promise<void> {
  if (idempotency === null) return;
  const { key } = idempotency;
  const claim = await idempotency_keys.claim(organization_id, idempotency);
  if (claim.status === 'replayed') {
    throw new AssayError(
      'conflict',
      `Expected the Idempotency-Key ${key} to be new, found it used: the secret was told with the first answer, and never again. If that was lost, remove what was made and make another.`,
    );
  }
  await idempotency_keys.settle(organization_id, { key, response: { told: true } });
}
