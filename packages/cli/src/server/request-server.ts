import { AssayError, PROBLEMS, type ProblemCode } from '@assay/schema';
import { type CallName, type Connection, createApi, type Input, RequestError } from '@assay/sdk/core';
import { version } from '../version.ts';
import type { ServerAddress } from './choose-server.ts';

export interface ServerRequest<Name extends CallName, Read> {
  readonly operation: Name;
  readonly input: Input<Name>;
  /** What the answer must look like: any program may listen at the address. */
  readonly answer: { safeParse(answer: unknown): { success: true; data: Read } | { success: false } } | null;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 30_000;

/** Calls one operation of a server, once, and checks its answer. Problems are thrown with the code of the server. */
export async function requestServer<Name extends CallName, Read>(
  server: ServerAddress,
  { operation, input, answer, signal }: ServerRequest<Name, Read>,
): Promise<Read> {
  const call = createApi(connect(server))[operation] as (...given: unknown[]) => Promise<unknown>;
  let answered: unknown;
  try {
    answered = await call(input, { signal });
  } catch (cause) {
    if (signal.aborted) throw new AssayError('interrupted', 'interrupted while asking the server', { cause });
    throw toAssayError(cause, server.url);
  }
  const read = answer?.safeParse(answered);
  if (read?.success) return read.data;
  throw new AssayError(
    'remote_unavailable',
    `${server.url} sent an unexpected answer; check that the URL is an Assay server`,
  );
}

/** How to talk to a server. */
export const connect = ({ url, api_key }: ServerAddress): Connection => ({
  baseUrl: url,
  fetch: globalThis.fetch,
  headers: () => ({
    accept: 'application/json',
    'user-agent': `assay/${version()}`,
    ...(api_key === null ? {} : { authorization: `Bearer ${api_key}` }),
  }),
  timeoutMs: TIMEOUT_MS,
  retries: 0,
  random: Math.random,
});

/** The error of a request, with the code of the server. */
export function toAssayError(error: unknown, url: string): unknown {
  if (!(error instanceof RequestError)) return error;
  const { code, message, path, status, cause } = error;
  if (Object.hasOwn(PROBLEMS, code)) {
    return new AssayError(code as ProblemCode, message, { cause, ...(path === undefined ? {} : { path }) });
  }
  const reason = status === undefined ? `${url} cannot be reached: ${innermost(error)}` : answersWith(url, status);
  return new AssayError('remote_unavailable', reason, { cause });
}

const answersWith = (url: string, status: number): string =>
  `${url} is not an Assay server: it answered with status ${status}`;

const innermost = (error: Error): string =>
  error.cause instanceof Error ? innermost(error.cause) : error.message || error.name;
