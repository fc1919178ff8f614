import { RequestError } from './request-error.ts';
import { parseRetryAfter } from './retry-after.ts';

/** An answer, read to its end. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a good answer says: a JSON value, text, bytes, or nothing. Anything else is thrown for what it is. */
export function readAnswer(answered: Answered): unknown {
  const { status, headers, bytes } = answered;
  if (status < 200 || status > 299) throw readProblem(answered);
  if (status === 204 || bytes.length === 0) return undefined;
  const type = headers.get('content-type') ?? '';
  if (isJson(type)) return parse(answered);
  return /^text\/|[+/]xml\b|ndjson/.test(type) ? new TextDecoder().decode(bytes) : bytes;
}

/** Why a request was refused, as the server said it or, if it said nothing one can read, by its status. */
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
    const message = `Expected an answer of Assay, got status ${status} from something else; check \`baseUrl\``;
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
    throw new RequestError('malformed_answer', `Expected JSON, got ${bytes.length} bytes that are none`, {
      status,
      request_id: headers.get('x-request-id') ?? undefined,
      cause,
    });
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // the status says enough
    return undefined;
  }
}
