import { AssayError, parse } from '@assay/schema';
import { createSession, findInvitation, findSignInLink, startOidcSignIn } from '@assay/schema/api';
import { readDocument } from '../documents/read-document.ts';
import type { Services } from '../services/services.ts';
import { requireShared, sharedQuery } from '../sharing/require-shared.ts';
import type { Authenticate } from './authenticate.ts';
import type { BodyBudgets } from './body-budget.ts';
import { type Caller, hasScope } from './caller.ts';
import type { Handler } from './handle.ts';
import { type AnswerOnce, startRequestDigest } from './idempotency.ts';
import type { RateLimit } from './rate-limit.ts';
import { readBody, readMediaType } from './read-body.ts';
import { Reply } from './reply.ts';
import { SHARED_HEADERS } from './security-headers.ts';

export interface OperationOptions {
  readonly services: Services;
  readonly authenticate: Authenticate;
  readonly limitRate: RateLimit;
  /** Counts wrong keys, by address. */
  readonly limitGuesses: RateLimit;
  readonly answerOnce: AnswerOnce;
  /** Of bodies on disk, and of those in memory that are not small. */
  readonly body_budgets: BodyBudgets;
  /** Validates every answer against its schema; for tests. */
  readonly check_answers: boolean;
}

/** A request on its way to its handler. */
export interface Incoming {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  /** The client address; identifies callers without a key. */
  addressOf(): string;
}

/** The response of an operation. */
export interface Outgoing {
  readonly status: number;
  readonly content: string | Uint8Array | ReadableStream<Uint8Array> | null;
  /** The same content, compressed; undefined if it is not at hand. */
  readonly zstd?: Uint8Array | undefined;
  readonly headers: Record<string, string>;
}

const MIB = 1024 * 1024;
const MAX_BODY_BYTES = MIB;
const MAX_JSON_BYTES = 16 * MIB;
// without a key; enough for any sign-in
const MAX_OPEN_BYTES = 16 * 1024;
const NOTHING_READ = { body: undefined, found: undefined };

/**
 * Serves one request: authentication, rate limit, scope, parsing, then the handler. The order matters for security.
 * Nothing of the sender that is larger than 64 KB is unpacked, parsed or validated on this thread: `readDocument` and
 * the handlers of other bodies do so on threads, where organizations take turns.
 */
export async function serveOperation(
  handler: Handler,
  incoming: Incoming,
  options: OperationOptions,
): Promise<Outgoing> {
  const { operation } = handler;
  const { request } = incoming;
  const { answerOnce, body_budgets, services } = options;
  const caller = await identify(handler, incoming, options);
  const share = caller?.share ?? null;
  if (share !== null) requireShared(operation, share.target, incoming.params);
  else if (operation.scope !== null) refuseUnentitled(caller, operation.scope);

  const media_type = operation.body === undefined ? '' : readMediaType(request.headers);
  const isRaw = operation.consumes?.includes(media_type) ?? false;
  const max_bytes = operation.scope === null ? MAX_OPEN_BYTES : maxBytes(operation, isRaw);
  const owner = caller?.organization_id ?? 'nobody';
  const key = readIdempotencyKey(request.headers);
  const hash = key === null ? null : startRequestDigest(request);
  await using sent = await readBody(request, { max_bytes, owner, budgets: body_budgets, hash });
  const claim = key === null || hash === null ? null : { key, body_digest: hash.digest('hex') };
  const isKept = claim !== null && !handler.own_idempotency && request.method !== 'GET';
  const params = operation.params && parse(operation.params, incoming.params);
  const query = operation.query && parse(operation.query, queryOf(operation, share, request.url));
  using read =
    operation.body === undefined || isRaw
      ? undefined
      : await readDocument({
          ...{ operation, owner, inspect: handler.inspect, omit: handler.omit },
          content: sent.content,
          signal: services.stopping,
        });
  const input = {
    ...{ params, query, ...(read ?? NOTHING_READ) },
    sent: sent.content,
    media_type,
    caller,
    headers: request.headers,
    services,
    idempotency: isKept ? null : claim,
    request,
    // without a key no answer is stored; each handler opens its own transaction
    commit: <Result>(write: (services: Services) => Promise<Result>): Promise<Result> => write(services),
  };
  const respond = (answer: unknown): Outgoing => {
    const outgoing = toOutgoing(handler, answer, options.check_answers);
    return share === null ? outgoing : { ...outgoing, headers: { ...outgoing.headers, ...SHARED_HEADERS } };
  };
  if (!isKept) return respond(await handler.run(input));
  const keyed = { caller: caller as Caller, claim, tells_secret: handler.tells_secret, toOutgoing: respond };
  return await answerOnce(keyed, (commit) => handler.run({ ...input, commit }));
}

// JSON becomes objects as a whole; other bodies are read in pieces
const maxBytes = ({ max_body_bytes = MAX_BODY_BYTES }: Handler['operation'], isRaw: boolean): number =>
  isRaw ? max_body_bytes : Math.min(max_body_bytes, MAX_JSON_BYTES);

// open to everyone, and each request can be a guess or asks another server
const SIGN_INS: ReadonlySet<string> = new Set([
  createSession.id,
  findInvitation.id,
  findSignInLink.id,
  startOidcSignIn.id,
]);

/** The caller, unless it sends too many requests or its address guesses keys. */
async function identify(
  { is_probe, operation }: Handler,
  { request, addressOf }: Incoming,
  { authenticate, limitRate, limitGuesses }: OperationOptions,
): Promise<Caller | undefined> {
  if (is_probe) {
    refuseFrequent(limitRate(`probe ${addressOf()}`));
    return undefined;
  }
  const caller = await authenticate({
    headers: request.headers,
    method: request.method,
    is_open: operation.scope === null,
    beforeLookup: () => refuseFrequent(limitGuesses(addressOf(), 0)),
    afterWrong: () => limitGuesses(addressOf()),
  });
  // everybody can have a link, so it does not count by its name
  refuseFrequent(limitRate(caller === undefined || caller.share !== null ? addressOf() : caller.actor));
  if (SIGN_INS.has(operation.id)) refuseFrequent(limitGuesses(addressOf()));
  return caller;
}

function refuseFrequent(retry_after_s: number | null): void {
  if (retry_after_s === null) return;
  throw new AssayError('rate_limited', `too many requests; try again in ${retry_after_s} s`, {
    cause: { retry_after_s },
  });
}

function refuseUnentitled(caller: Caller | undefined, scope: 'read' | 'write' | 'admin'): void {
  if (caller === undefined) throw new AssayError('unauthorized', 'the API key is missing');
  if (hasScope(caller, scope)) return;
  throw new AssayError('forbidden', `this needs the scope ${scope}; you have ${caller.scopes.join(', ')}`);
}

const queryOf = (operation: Handler['operation'], share: Caller['share'], url: string): Record<string, string> =>
  share === null ? readQuery(url) : sharedQuery(operation, share.target, readQuery(url));

// a repeated field is rejected because it is unclear which value counts
function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (name in fields) throw new AssayError('invalid_input', `${name}: expected once, found twice`, { path: name });
    fields[name] = value;
  }
  return { ...fields };
}

function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (key.length >= 1 && key.length <= 255) return key;
  throw new AssayError('invalid_input', `Idempotency-Key: expected 1 to 255 characters, found ${key.length}`, {
    path: 'idempotency-key',
  });
}

function toOutgoing({ operation }: Handler, answered: unknown, check: boolean): Outgoing {
  const { answer, content, zstd, status, headers } =
    answered instanceof Reply ? answered : new Reply({ answer: answered });
  if (content !== undefined) {
    const media = operation.produces === undefined ? {} : { 'content-type': operation.produces };
    return { status: status ?? operation.status, content, zstd, headers: { ...media, ...headers } };
  }
  if (operation.answer === null || answer === undefined) {
    return { status: status ?? operation.status, content: null, headers: { ...headers } };
  }
  if (check) checkAnswer(operation, answer);
  return {
    status: status ?? operation.status,
    content: JSON.stringify(answer),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

function checkAnswer({ id, answer: schema }: Handler['operation'], answer: unknown): void {
  const parsed = schema?.safeParse(JSON.parse(JSON.stringify(answer)));
  if (parsed === undefined || parsed.success) return;
  throw new AssayError('internal', `the answer of ${id} does not match its schema: ${parsed.error.message}`);
}
