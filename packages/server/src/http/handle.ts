import type { HandlerTypes, Operation } from '@assay/schema/api';
import type { Archive } from '../archives/archive.ts';
import type { Inspect } from '../documents/read-document.ts';
import type { Commit } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import type { Caller } from './caller.ts';
import type { Reply } from './reply.ts';

/** A validated request. */
export interface HandlerInput<Op extends Operation, Who> {
  readonly params: HandlerTypes<Op>['params'];
  readonly query: HandlerTypes<Op>['query'];
  readonly body: HandlerTypes<Op>['body'];
  /** What the inspection of the body found, in place of the body. */
  readonly found: unknown;
  /** The raw body, which may be in a file. The file exists until the request is answered. */
  readonly sent: Archive;
  /** The media type of the body, without its parameters; empty when there is none. */
  readonly media_type: string;
  readonly caller: Who;
  readonly headers: Headers;
  /** The Idempotency-Key of the request; only for handlers with `own_idempotency`. */
  readonly idempotency: { readonly key: string; readonly body_digest: string } | null;
  readonly services: Services;
  /** Its signal is aborted when the client disconnects. The signal is created on first access. */
  readonly request: Pick<Request, 'signal'>;
}

type Answer<Op extends Operation> = HandlerTypes<Op>['answer'] | Reply;

/** A request whose handler decides what is written in one transaction with its answer. */
export interface SteppedInput<Op extends Operation> extends HandlerInput<Op, Caller> {
  readonly commit: Commit<Answer<Op>>;
}

/** An operation and its implementation, without its specific types. */
export interface Handler {
  readonly operation: Operation;
  readonly own_idempotency: boolean;
  readonly tells_secret: boolean;
  /** Fields of a JSON body that it reads from the raw one, on a thread. They may be missing from `body`. */
  readonly omit: readonly string[];
  /** What is found out about a valid body where it is read; `operations/index.ts` adds it. */
  readonly inspect: Inspect | undefined;
  /** Answers monitors: keys are ignored, and other requests do not count against its rate limit. */
  readonly is_probe: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each handler has its own types, checked where it is created
  run(input: any): Promise<unknown>;
}

interface HandlerOptions {
  /** The answer contains a secret: it is not stored, and a repeated request is rejected. */
  readonly tells_secret?: boolean;
}

interface SteppedOptions {
  /** The handler stores the `Idempotency-Key` itself, in the transaction that does the work. */
  readonly own_idempotency?: boolean;
  /** Large fields of a JSON body that the handler reads from the raw one, on a thread. */
  readonly omit?: readonly string[];
}

/**
 * Implements an operation for authenticated callers. With an `Idempotency-Key`, work and answer share one transaction,
 * which holds a connection. For slow work use `handleInSteps`.
 */
export function handle<Op extends Operation>(
  operation: Op,
  run: (input: HandlerInput<Op, Caller>) => Promise<Answer<Op>>,
  { tells_secret = false }: HandlerOptions = {},
): Handler {
  requireScope(operation);
  const runWithin = ({ commit, ...input }: SteppedInput<Op>) => commit((services) => run({ ...input, services }));
  return {
    operation,
    own_idempotency: false,
    tells_secret,
    omit: [],
    inspect: undefined,
    is_probe: false,
    run: operation.method === 'get' ? run : runWithin,
  };
}

/**
 * Implements an operation that is slow or has effects outside the database. Work before `commit` must be safe to
 * repeat. Work after it must be completed by another process if this one ends. Without a `commit`, only the answer is
 * stored.
 */
export function handleInSteps<Op extends Operation>(
  operation: Op,
  run: (input: SteppedInput<Op>) => Promise<Answer<Op>>,
  { own_idempotency = false, omit = [] }: SteppedOptions = {},
): Handler {
  requireScope(operation);
  return { operation, own_idempotency, tells_secret: false, omit, inspect: undefined, is_probe: false, run };
}

/** Implements an operation open to everyone; a key, if sent, identifies the caller. */
export function handleOpenly<Op extends Operation>(
  operation: Op,
  run: (input: HandlerInput<Op, Caller | null>) => Promise<Answer<Op>>,
): Handler {
  if (operation.scope !== null) throw new TypeError(`${operation.id} needs a scope: use handle or handleInSteps`);
  return { operation, own_idempotency: true, tells_secret: false, omit: [], inspect: undefined, is_probe: false, run };
}

/** Implements an operation for monitors, open to everyone. */
export function handleProbe<Op extends Operation>(
  operation: Op,
  run: (input: HandlerInput<Op, null>) => Promise<Answer<Op>>,
): Handler {
  return { ...handleOpenly(operation, run as Parameters<typeof handleOpenly<Op>>[1]), is_probe: true };
}

function requireScope({ id, scope }: Operation): void {
  if (scope === null) throw new TypeError(`${id} needs no scope: use handleOpenly`);
}
