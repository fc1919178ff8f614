import { buildUrl } from './build-url.ts';
import type { Api, CallName, CallOptions } from './operations.ts';
import { type Answered, readAnswer } from './read-answer.ts';
import { ROUTES } from './routes.ts';
import { type Outgoing, send, type Transport } from './send.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A server, and how to talk to it. */
export interface Connection extends Transport {
  /** Without a slash at the end; empty for the server that a page came from. */
  readonly baseUrl: string;
  /** What every request of this caller carries. */
  headers(request: { readonly isRead: boolean; readonly options: CallOptions }): Readonly<Record<string, string>>;
}

/** A body that is sent as it is. */
export interface Content {
  readonly type: string;
  readonly body: Uint8Array | Blob;
}

interface Called {
  readonly input?: Fields | undefined;
  readonly options?: CallOptions | undefined;
  /** Then every field goes into the address. */
  readonly content?: Content | undefined;
}

/** One typed function per operation: `api.getRun({ run_id })`. */
export function createApi(connection: Connection): Api {
  // a stream has no answer to wait for
  const { watchEvents: _, ...calls } = ROUTES;
  return Object.freeze(
    Object.fromEntries(
      Object.entries(calls).map(([name, route]) => [
        name,
        (input?: Fields, options?: CallOptions) => call(connection, route, { input, options }),
      ]),
    ),
  ) as unknown as Api;
}

/** Calls an operation and returns the bytes of its answer, whatever their type. */
export const fetchBytes = async <Name extends CallName>(
  connection: Connection,
  name: Name,
  ...[input, options]: Parameters<Api[Name]>
): Promise<Uint8Array<ArrayBuffer>> => (await request(connection, ROUTES[name], { input, options })).bytes;

/** Calls an operation with a body that is sent as it is; `fields` go into the address. */
export async function sendContent(
  connection: Connection,
  name: CallName,
  { fields, content, options }: { fields: Fields; content: Content; options?: CallOptions },
): Promise<{ readonly status: number; readonly answer: unknown }> {
  const answered = await request(connection, ROUTES[name], { input: fields, content, options });
  return { status: answered.status, answer: readAnswer(answered) };
}

/** Calls an operation by its route, such as `GET /v1/runs/{run_id}`, and reads its answer. */
export const call = async (connection: Connection, route: string, called: Called): Promise<unknown> =>
  readAnswer(await request(connection, route, called));

function request(connection: Connection, route: string, called: Called): Promise<Answered> {
  const { signal, timeoutMs = connection.timeoutMs, retries = connection.retries } = called.options ?? {};
  return send({ ...connection, timeoutMs, retries }, buildRequest(connection, route, called), { signal });
}

/** The request of an operation. Fields that its address does not name go into the query or the body. */
export function buildRequest(
  connection: Connection,
  route: string,
  { input = {}, options = {}, content }: Called,
): Outgoing {
  const [method, path] = route.split(' ') as [string, string];
  const isRead = method === 'GET';
  const names = new Set(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  const hasJson = !isRead && method !== 'DELETE' && content === undefined;
  const type = content?.type ?? (hasJson ? 'application/json' : undefined);
  return {
    method,
    url: buildUrl({ base: connection.baseUrl, path, params: input, query: hasJson ? {} : rest }),
    headers: {
      ...connection.headers({ isRead, options }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...options.headers,
    },
    body: hasJson ? JSON.stringify(rest) : content?.body,
  };
}
