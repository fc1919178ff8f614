import { type Answer, type Api, type CallName, type Connection, createApi, fetchBytes } from '@assay/sdk/core';
import { watchStart } from './watch-start.ts';

let csrf_token = '';
let share_token = '';

/** Keeps the token that the server expects with every write. Call it after reading the session. */
export function keepCsrfToken(token: string): void {
  csrf_token = token;
}

/** Reads with the token of a share link from now on, instead of the session. */
export function keepShareToken(token: string): void {
  share_token = token;
}

// react-query retries reads; a write is never repeated
const connection: Connection = {
  baseUrl: '',
  fetch: (input, init) => fetch(input, init),
  headers: ({ isRead }): Record<string, string> =>
    share_token !== '' ? { authorization: `Bearer ${share_token}` } : isRead ? {} : { 'x-assay-csrf': csrf_token },
  timeoutMs: 120_000,
  retries: 0,
  random: Math.random,
};

/** Every operation of the server, with its types. Schemas stay out of the bundle: the server checks its own answers. */
export const api = createApi(connection);

/**
 * The operations for a page that is about to be left: with the token of the current session, also if another tab switched
 * the organization.
 */
export async function openNewestSession(): Promise<Api> {
  const { csrf_token: newest } = await api.getSession({});
  return createApi({ ...connection, headers: () => ({ 'x-assay-csrf': newest }) });
}

/** A read for `useQuery`, cached under its name and input: `useQuery(ask('getTask', { task_id }))`. */
export const ask = <Name extends CallName>(name: Name, ...[input]: Parameters<Api[Name]>) => ({
  queryKey: [name, input ?? {}] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    (api[name] as (...call: unknown[]) => Promise<Answer<Name>>)(input, { signal }),
});

interface FileAsked {
  readonly run_id: string;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Gets the first `size` bytes of a longer file while the rest is still loading. */
  readonly watch?: Parameters<typeof watchStart>[1];
}

/** A file of a run, byte for byte. */
export const fetchRunFile = ({ run_id, name, signal, watch }: FileAsked): Promise<Uint8Array<ArrayBuffer>> =>
  fetchBytes(
    watch === undefined ? connection : { ...connection, fetch: watchStart(connection.fetch, watch) },
    'getRunEvidenceFile',
    { run_id, name },
    { signal },
  );
