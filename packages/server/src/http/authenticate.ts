import { AssayError } from '@assay/schema';
import { createBoundedMap } from '../bounded-map.ts';
import { requireWorking } from '../sharing/require-working.ts';
import { isShareToken } from '../sharing/share-token.ts';
import type { Store } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { readSessionSecrets } from './cookies.ts';

export interface AuthenticateOptions {
  readonly store: Pick<Store, 'api_keys' | 'sessions' | 'shares'>;
  readonly now: () => number;
}

interface Attempt extends Pick<Request, 'headers' | 'method'> {
  /** Whether the operation needs no caller. */
  readonly is_open: boolean;
  /** Called before a key or a session is looked up; throws when the client guessed too often. */
  beforeLookup(): void;
  /** Called when there is no such key or session. */
  afterWrong(): void;
}

/** Identifies the caller: undefined without a key or session, an error if the key is invalid. */
export type Authenticate = (attempt: Attempt) => Promise<Caller | undefined>;

// the longest time a revoked key still works, on any server
const REMEMBERED_MS = 2_000;
const REMEMBERED = 10_000;

/** Identifies callers by bearer key or session cookie. Keys are cached briefly. */
export function createAuthenticate({ store, now }: AuthenticateOptions): Authenticate {
  const known = createBoundedMap<{ caller: Caller; until_ms: number }>(REMEMBERED);
  const byKey = async (key: string, { beforeLookup, afterWrong }: Attempt): Promise<Caller> => {
    const remembered = known.get(key);
    if (remembered !== undefined && remembered.until_ms > now()) return remembered.caller;
    beforeLookup();
    const found = await store.api_keys.authenticate(key);
    if (found === undefined) {
      afterWrong();
      throw unauthorized('the API key is unknown, revoked or expired');
    }
    const { organization_id, api_key } = found;
    const { scopes, api_key_id } = api_key;
    const caller: Caller = { organization_id, scopes, actor: api_key_id, session: null, share: null };
    const expires_ms = api_key.expires_at === null ? Infinity : Date.parse(api_key.expires_at);
    known.set(key, { caller, until_ms: Math.min(now() + REMEMBERED_MS, expires_ms) });
    await store.api_keys.touch(organization_id, api_key_id);
    return caller;
  };
  // not cached: a revoked link ends at once
  const byShare = async (token: string, { beforeLookup, afterWrong }: Attempt): Promise<Caller> => {
    beforeLookup();
    const opened = await store.shares.open(token);
    if (opened === undefined) {
      afterWrong();
      throw unauthorized('This link is unknown. Copy all of it, or ask whoever shared it for a new one.');
    }
    requireWorking(opened);
    const { organization_id, share_id, target } = opened;
    return { organization_id, scopes: [], actor: share_id, session: null, share: { share_id, target } };
  };
  // the first that is still valid: if one ended, the browser is still signed in to the next
  const bySession = async (secrets: readonly string[]) => {
    for (const secret of secrets) {
      const found = await store.sessions.find(secret);
      if (found === undefined) continue;
      const { csrf_token, ...owner } = found;
      return { ...owner, session: { secret, csrf_token }, share: null };
    }
    return undefined;
  };
  return async (attempt) => {
    const { headers, method } = attempt;
    const authorization = headers.get('authorization');
    if (authorization !== null) {
      const key = /^bearer +(\S+)$/i.exec(authorization)?.[1];
      if (key === undefined) throw unauthorized('the Authorization header must be `Bearer assay_sk_…`');
      return isShareToken(key) ? byShare(key, attempt) : byKey(key, attempt);
    }
    const secrets = readSessionSecrets(headers);
    if (secrets.length === 0) return undefined;
    attempt.beforeLookup();
    const caller = await bySession(secrets);
    if (caller === undefined) {
      attempt.afterWrong();
      return undefined;
    }
    if (isSafe(method) || isOwnPage(headers, caller.session.csrf_token)) return caller;
    // whoever signs in is not yet known to the page
    if (attempt.is_open) return undefined;
    throw foreign();
  };
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD';

// browsers attach the cookie to any request; only our own pages know the token
function isOwnPage(headers: Headers, csrf_token: string): boolean {
  const site = headers.get('sec-fetch-site');
  return (site === null || site === 'same-origin') && headers.get('x-assay-csrf') === csrf_token;
}

const foreign = (): AssayError =>
  new AssayError(
    'forbidden',
    'the `X-Assay-Csrf` header does not match the session, or the request comes from another site; if you switched the organization in another tab, reload the page',
    { path: 'x-assay-csrf' },
  );

const unauthorized = (message: string): AssayError => new AssayError('unauthorized', message);
