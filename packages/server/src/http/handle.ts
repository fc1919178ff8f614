import type { Handled, Operation } from '@assay/schema/api';
import type { Caller } from './caller.ts';
import type { Reply } from './reply.ts';
import type { Services } from './services.ts';

/** A request that was found to be in order. */
export interface HandlerInput<Op extends Operation, Who> {
  readonly params: Handled<Op>['params'];
  readonly query: Handled<Op>['query'];
  readonly body: Handled<Op>['body'];
  /** The body as it came: what its digest is of, and what other media types are read from. */
  readonly bytes: Uint8Array;
  /** The media type of the body, without its parameters; empty when there is none. */
  readonly media_type: string;
  readonly caller: Who;
  readonly headers: Headers;
  /** The key that this request may have come with before; only for handlers that see to it themselves. */
  readonly idempotency: { readonly key: string; readonly body_digest: string } | null;
  readonly services: Services;
  /** Its signal is aborted when the caller goes away; it is made when it is asked for. */
  readonly request: Pick<Request, 'signal'>;
}

type Answered<Op extends Operation> = Promise<Handled<Op>['answer'] | Reply>;

/** An operation with what it does, its types forgotten: what the list of them holds. */
export interface Handler {
  readonly operation: Operation;
  readonly own_idempotency: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each handler has types of its own, checked where it is made
  run(input: any): Promise<unknown>;
}

interface HandlerOptions {
  /** The handler keeps `Idempotency-Key` itself, in the transaction that does the work. */
  readonly own_idempotency?: boolean;
}

/** Says what an operation does for a caller with a key. */
export function handle<Op extends Operation>(
  operation: Op,
  run: (input: HandlerInput<Op, Caller>) => Answered<Op>,
  { own_idempotency = false }: HandlerOptions = {},
): Handler {
  if (operation.scope === null) throw new TypeError(`Expected ${operation.id} to need a scope`);
  return { operation, own_idempotency, run };
}

/** Says what an operation does for anyone; whoever brings a key is known by it. */
export function handleOpenly<Op extends Operation>(
  operation: Op,
  run: (input: HandlerInput<Op, Caller | null>) => Answered<Op>,
): Handler {
  if (operation.scope !== null) throw new TypeError(`Expected ${operation.id} to be open to everyone`);
  return { operation, own_idempotency: true, run };
}
