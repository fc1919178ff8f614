import type { Handled, Operation } from '@assay/schema/api';
import type { Commit } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import type { Caller } from './caller.ts';
import type { Reply } from './reply.ts';

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

type Answer<Op extends Operation> = Handled<Op>['answer'] | Reply;

/** A request whose handler decides itself what is written in the one transaction with its answer. */
export interface SteppedInput<Op extends Operation> extends HandlerInput<Op, Caller> {
  readonly commit: Commit<Answer<Op>>;
}

/** An operation with what it does, its types forgotten: what the list of them holds. */
export interface Handler {
  readonly operation: Operation;
  readonly own_idempotency: boolean;
  readonly tells_secret: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each handler has types of its own, checked where it is made
  run(input: any): Promise<unknown>;
}

interface HandlerOptions {
  /** The answer holds a secret: it is not kept, and a request that is repeated is refused. */
  readonly tells_secret?: boolean;
}

interface SteppedOptions {
  /** The handler keeps `Idempotency-Key` itself, in the transaction that does the work. */
  readonly own_idempotency?: boolean;
}

/**
 * Says what an operation does for a caller with a key. With an `Idempotency-Key`, all of it happens in one transaction
 * with its answer, which holds a connection: what takes long is for `handleInSteps`.
 */
export function handle<Op extends Operation>(
  operation: Op,
  run: (input: HandlerInput<Op, Caller>) => Promise<Answer<Op>>,
  { tells_secret = false }: HandlerOptions = {},
): Handler {
  requireScope(operation);
  const runWithin = ({ commit, ...input }: SteppedInput<Op>) => commit((services) => run({ ...input, services }));
  return { operation, own_idempotency: false, tells_secret, run: operation.method === 'get' ? run : runWithin };
}

/**
 * Says what an operation does that takes long, or does something outside of the database. What comes before its
 * `commit` must be harmless to repeat, what comes after it must be made up for by somebody if the process ends. Without
 * a `commit`, only the answer is kept.
 */
export function handleInSteps<Op extends Operation>(
  operation: Op,
  run: (input: SteppedInput<Op>) => Promise<Answer<Op>>,
  { own_idempotency = false }: SteppedOptions = {},
): Handler {
  requireScope(operation);
  return { operation, own_idempotency, tells_secret: false, run };
}

/** Says what an operation does for anyone; whoever brings a key is known by it. */
export function handleOpenly<Op extends Operation>(
  operation: Op,
  run: (input: HandlerInput<Op, Caller | null>) => Promise<Answer<Op>>,
): Handler {
  if (operation.scope !== null) throw new TypeError(`Expected ${operation.id} to be open to everyone`);
  return { operation, own_idempotency: true, tells_secret: false, run };
}

function requireScope({ id, scope }: Operation): void {
  if (scope === null) throw new TypeError(`Expected ${id} to need a scope`);
}
