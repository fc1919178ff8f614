import { RequestError } from './request-error.ts';
import { parseRetryAfter } from './retry-after.ts';

/** A fully read answer. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The content of a successful answer: JSON, text, bytes or undefined. Throws a `RequestError` otherwise. */
export function readAnswer(answered: Answered): unknown {
  const { status, headers, bytes } = answered;
  if (status < 200 || status > 299) throw readProblem(answered);
  if (status === 204 || bytes.length === 0) return undefined;
  const type = headers.get('content-type') ?? '';
  if (isJson(type)) return parse(answered);
  return /^text\/|[+/]xml\b|ndjson/.test(type) ? new TextDecoder().decode(bytes) : bytes;
}

/** The error of an answer: the problem the server sent, or one made from the status. */
export function readProblem(answered: Answered): RequestError {
  const { status, headers } = answered;
  const circumstances = {
    status,
    request_id: headers.get('x-request-id') ?? undefined,
    retry_after_ms: parseRetryAfter(headers.get('retry-after'), Date.now()),
  };
  const problem = isJson(headers.get('content-type') ?? '') ? attempt(() => parse(answered)) : undefined;
  const { code, detail, path, request_id } = (problem ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string') {
    const message = `The answer with status ${status} is not from an Assay server; check \`baseUrl\``;
    return new RequestError('malformed_answer', message, circumstances);
  }
  return new RequestError(code, typeof detail === 'string' ? detail : code, {
    ...circumstances,
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof request_id === 'string' ? { request_id } : {}),
  });
}

const isJson = (type: string): boolean => /[+/]json\b/.test(type);

function parse({ status, headers, bytes }: Answered): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new RequestError(
      'malformed_answer',
      `Expected JSON in the answer, got ${bytes.length} bytes that are not JSON`,
      {
        status,
        request_id: headers.get('x-request-id') ?? undefined,
        cause,
      },
    );
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // fall back to the status
    return undefined;
  }
}
