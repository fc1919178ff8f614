import { buildUrl } from './build-url.ts';
import { createKey } from './create-key.ts';
import type { CallOptions } from './operations.ts';
import type { Settings } from './options.ts';
import { readAnswer } from './read-answer.ts';
import { type Outgoing, send, type Transport } from './send.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The transport for these settings. */
export const transportOf = ({ fetch, timeoutMs, retries }: Settings): Transport => ({
  fetch,
  timeoutMs,
  retries,
  random: Math.random,
});

/** Calls an operation by its route, such as `GET /v1/runs/{run_id}`, and reads its answer. */
export async function call(settings: Settings, route: string, called: Called): Promise<unknown> {
  const { options = {} } = called;
  const { signal, timeoutMs = settings.timeoutMs, retries = settings.retries } = options;
  const transport = { ...transportOf(settings), timeoutMs, retries };
  return readAnswer(await send(transport, buildRequest(settings, route, called), { signal }));
}

interface Called {
  readonly input?: Fields | undefined;
  readonly options?: CallOptions | undefined;
  /** A body that is not JSON; all input then goes into the URL. */
  readonly content?: { readonly type: string; readonly body: Uint8Array | Blob } | undefined;
}

/** The request of an operation. Input that is not a path parameter goes into the query or the body. */
export function buildRequest(
  settings: Settings,
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
    url: buildUrl({ base: settings.baseUrl, path, params: input, query: hasJson ? {} : rest }),
    headers: {
      'x-assay-source': 'sdk',
      ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
      ...(isRead ? {} : { 'idempotency-key': options.idempotencyKey ?? createKey() }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...options.headers,
    },
    body: hasJson ? JSON.stringify(rest) : content?.body,
  };
}
