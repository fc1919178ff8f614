import type { Problem } from '@assay/schema';
import type { Called, Operation } from '@assay/schema/api';
import { ProblemError } from './problem-error.ts';

/** The optional parts of a request. */
export interface CallOptions<Op extends Operation> {
  readonly query?: { readonly [Name in keyof Called<Op>['query']]?: Called<Op>['query'][Name] | undefined };
  readonly body?: Called<Op>['body'];
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let csrf_token = '';

/** Stores the CSRF token that every write must send. Called when the session is loaded. */
export function keepCsrfToken(token: string): void {
  csrf_token = token;
}

/**
 * Calls an operation of the server: `call<typeof getRun>('GET', '/v1/runs/run_…')`. Uses only the types of the
 * contract, to keep the schemas out of the bundle. The server has already validated its response.
 */
export async function call<Op extends Operation>(
  verb: Verb,
  path: string,
  options: CallOptions<Op> = {},
): Promise<Called<Op>['answer']> {
  const response = await send(verb, path, options);
  if (response.status === 204) return undefined as Called<Op>['answer'];
  return (await response.json()) as Called<Op>['answer'];
}

/** Fetches text or a text file. */
export async function callText<Op extends Operation>(path: string, options: CallOptions<Op> = {}): Promise<string> {
  return (await send('GET', path, options)).text();
}

/** Fetches a file as bytes. */
export async function callBytes<Op extends Operation>(
  path: string,
  options: CallOptions<Op> = {},
): Promise<ArrayBuffer> {
  return (await send('GET', path, options)).arrayBuffer();
}

async function send<Op extends Operation>(
  verb: Verb,
  path: string,
  { query, body, headers, signal }: CallOptions<Op>,
): Promise<Response> {
  const response = await ask(`${path}${formatQuery(query)}`, {
    method: verb,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(verb === 'GET' ? {} : { 'x-assay-csrf': csrf_token }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** Escapes text as one segment of a URL path. */
export const segment = (text: string): string => encodeURIComponent(text);

/** Formats the fields that have a value as a query string. A list repeats its field. */
function formatQuery(query: Readonly<Record<string, unknown>> | undefined): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') fields.append(name, String(one));
  return fields.size === 0 ? '' : `?${fields}`;
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    const detail = 'The server did not answer. Check that `assay serve` is running, then try again.';
    throw new ProblemError({ code: 'unreachable', status: 0, detail });
  }
}

async function problemOf(response: Response): Promise<ProblemError> {
  const { status } = response;
  try {
    const problem = (await response.json()) as Problem;
    return new ProblemError({ ...problem, status });
  } catch {
    // a proxy answered with something other than a problem
    return new ProblemError({ code: 'unreachable', status, detail: `The server returned status ${status}.` });
  }
}
