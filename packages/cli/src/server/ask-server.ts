import { AssayError, PROBLEMS, type ProblemCode } from '@assay/schema';
import { version } from '../version.ts';
import type { AskedServer } from './choose-server.ts';

export interface Question {
  /** Below the address of the server, beginning with a slash. */
  readonly path: string;
  /** Sent as JSON by POST; without it, it is read. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

const PATIENCE_MS = 30_000;

/**
 * What a server answers, as JSON; what it refuses is thrown with its own code. Not by the SDK: that says of evaluations
 * that a program made them, tries again behind the caller's back, and brings its outbox, its gates and its own errors.
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
      // a key goes to the address that was named, and to no other
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
  } catch (cause) {
    if (signal.aborted) throw new AssayError('interrupted', 'interrupted while asking the server', { cause });
    throw new AssayError('remote_unavailable', `${url} cannot be reached: ${reasonOf(cause)}`, { cause });
  }
  const answer = await readJson(response);
  if (!response.ok) throw toFault({ url, status: response.status, answer });
  if (answer === undefined) throw new AssayError('remote_unavailable', `expected JSON from ${url}${path}, found none`);
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
    // an answer that is no JSON is told by its status
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
  return new AssayError('remote_unavailable', `expected an Assay server at ${url}, found one that answers ${status}`);
}
