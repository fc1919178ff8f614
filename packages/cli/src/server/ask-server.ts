import { AssayError, PROBLEMS, type ProblemCode } from '@assay/schema';
import { version } from '../version.ts';
import type { AskedServer } from './choose-server.ts';

export interface Question {
  /** Path on the server, with a leading slash. */
  readonly path: string;
  /** Sent as JSON with POST; without a body the request is a GET. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

const PATIENCE_MS = 30_000;

/**
 * Sends a request and returns the JSON; an error is thrown with the code of the server. Does not use the SDK, which
 * marks evaluations as sent by a program, retries on its own, and adds an outbox, gates and its own errors.
 */
export async function askServer({ url, api_key }: AskedServer, { path, body, signal }: Question): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${url}${path}`, {
      headers: {
        accept: 'application/json',
        'user-agent': `assay/${version()}`,
        ...(api_key === null ? {} : { authorization: `Bearer ${api_key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      // never send the key to another address
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
  } catch (cause) {
    if (signal.aborted) throw new AssayError('interrupted', 'interrupted while waiting for the server', { cause });
    throw new AssayError('remote_unavailable', `${url} cannot be reached: ${reasonOf(cause)}`, { cause });
  }
  const answer = await readJson(response);
  if (!response.ok) throw toFault({ url, status: response.status, answer });
  if (answer === undefined) throw new AssayError('remote_unavailable', `${url}${path} did not return JSON`);
  return answer;
}

const reasonOf = (cause: unknown): string => {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
};

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // not JSON: the caller reports the status
    return undefined;
  }
}

function toFault({ url, status, answer }: { url: string; status: number; answer: unknown }): AssayError {
  const { code, detail, path } = (answer ?? {}) as { code?: unknown; detail?: unknown; path?: unknown };
  if (typeof code === 'string' && Object.hasOwn(PROBLEMS, code)) {
    return new AssayError(code as ProblemCode, typeof detail === 'string' ? detail : `${url} answered ${code}`, {
      ...(typeof path === 'string' ? { path } : {}),
    });
  }
  return new AssayError(
    'remote_unavailable',
    `${url} returned status ${status}; check that it is the URL of an Assay server`,
  );
}
