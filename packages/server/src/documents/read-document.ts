import { AssayError, type ProblemCode, parse } from '@assay/schema';
import type { Operation } from '@assay/schema/api';
import type { Archive } from '../archives/archive.ts';
import { createFairQueue } from '../threads/fair-queue.ts';
import { createThread } from '../threads/thread.ts';
import { createJsonScanner, readJson, tooManyValues } from './scan-json.ts';

/** A JSON body to read on a thread. */
export interface DocumentJob {
  readonly operation: string;
  readonly sent: Archive;
  /** Fields that are left out of the answer: the handler reads them from the body itself, on another thread. */
  readonly omit: readonly string[];
  readonly max_values: number;
}

export type DocumentAnswer =
  | { readonly status: 'read'; readonly document: string; readonly values: number }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly message: string; readonly path?: string };

/** A valid body, and what was found out about it. Disposing gives back the budget that it takes. */
export interface ReadDocument extends Disposable {
  /** Undefined if something was found, so that no more than that comes back from the thread. */
  readonly body: unknown;
  readonly found: unknown;
}

/** Finds out what takes long about a valid body, or refuses it by throwing. */
export type Inspect = (body: never) => Promise<unknown>;

export interface SentDocument {
  readonly operation: Operation;
  /** As the thread does it for larger bodies. */
  readonly inspect: Inspect | undefined;
  readonly content: Archive;
  readonly omit: readonly string[];
  /** Whose turn and whose budget it is. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Larger bodies are never read on the thread that serves requests. */
export const MAX_SMALL_BYTES = 64 * 1024;
// a body with more is not small: each takes a microsecond to validate, and up to twenty if it is wrong
const MAX_SMALL_VALUES = 1_000;
// what comes back from the thread becomes objects on this one: 30,000 fields with different names take 25 ms
export const MAX_VALUES = 60_000;
// for bodies whose large part stays on threads
const MAX_OMITTED_VALUES = 2_000_000;
// of all requests of an organization that are being answered
const MAX_OWNER_VALUES = 4 * MAX_VALUES;
/** As JSON. */
export const MAX_DOCUMENT_CHARS = 4 * 1024 * 1024;
const MEMORY_MB = 512;
// with the start of the thread, on a machine that is busy; the work itself takes a second
const LONGEST_MS = 120_000;
// each holds a request, with up to a mebibyte in memory
const MOST_WAITING = 64;

const inTurn = createFairQueue({ most_waiting: MOST_WAITING });
const ask = createThread<DocumentJob, DocumentAnswer>({
  name: 'reading',
  module: new URL('../operations/document-worker', import.meta.url),
  memory_mb: MEMORY_MB,
  longest_ms: LONGEST_MS,
});
const used = new Map<string, number>();

/** Reads a JSON body: here if it is small, otherwise on a thread. Organizations take turns, within a budget of values. */
export async function readDocument({
  operation,
  inspect,
  content,
  omit,
  owner,
  signal,
}: SentDocument): Promise<ReadDocument> {
  if ('bytes' in content && isSmall(content.bytes)) {
    const body = operation.body && parse(operation.body, readJson(content.bytes));
    const found = await inspect?.(body as never);
    return { body: found === undefined ? body : undefined, found, [Symbol.dispose]: () => undefined };
  }
  // nobody who is not signed in has a reason for it
  if (operation.scope === null) throw tooManyValues(MAX_SMALL_VALUES);
  return await inTurn(owner, async () => {
    const most = omit.length > 0 ? MAX_OMITTED_VALUES : MAX_VALUES;
    const max_values = omit.length > 0 ? most : Math.min(most, MAX_OWNER_VALUES - (used.get(owner) ?? 0));
    const answer = await ask({ operation: operation.id, sent: content, omit, max_values }, signal);
    if (answer.status === 'failed') throw max_values < most ? refuseBusy(answer) : toError(answer);
    const { document, values } = answer;
    take(owner, values);
    return { body: undefined, found: undefined, ...JSON.parse(document), [Symbol.dispose]: () => take(owner, -values) };
  });
}

function take(owner: string, values: number): void {
  const now = (used.get(owner) ?? 0) + values;
  if (now === 0) used.delete(owner);
  else used.set(owner, now);
}

function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_SMALL_BYTES) return false;
  const scanner = createJsonScanner({ max_values: Number.POSITIVE_INFINITY });
  scanner.add(bytes);
  return scanner.values <= MAX_SMALL_VALUES;
}

type Failed = Extract<DocumentAnswer, { status: 'failed' }>;

const toError = ({ code, message, path }: Failed): AssayError =>
  new AssayError(code, message, path === undefined ? {} : { path });

// too much for what is left of the budget, but not for a request alone
const refuseBusy = (failed: Failed): AssayError =>
  failed.code === 'payload_too_large'
    ? new AssayError('rate_limited', 'your requests that are being answered are too large; send the next one later', {
        cause: { retry_after_s: 5 },
      })
    : toError(failed);
