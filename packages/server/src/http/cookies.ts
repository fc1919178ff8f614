import { parse } from 'hono/utils/cookie';

// a browser accepts a cookie of the second name only from this host, over HTTPS; a neighbor cannot set it
const nameFor = (headers: Headers): string => (isSecure(headers) ? '__Host-assay_session' : 'assay_session');

// set by a reverse proxy; anyone else who sets it only changes its own cookies
const isSecure = (headers: Headers): boolean => headers.get('x-forwarded-proto') === 'https';

/** The most organizations that one browser can be signed in to. */
export const MAX_SIGN_INS = 8;

/** The secrets of the sessions in a request, the current one first. */
export function readSessionSecrets(headers: Headers): string[] {
  const name = nameFor(headers);
  const value = parse(headers.get('cookie') ?? '', name)[name] ?? '';
  return value === '' ? [] : value.split('.').slice(0, MAX_SIGN_INS);
}

/** The Set-Cookie value of sessions, the current one first: out of reach of scripts and other sites. */
export const sessionCookie = (
  headers: Headers,
  { secrets, max_age_s }: { secrets: readonly string[]; max_age_s: number },
): string =>
  `${nameFor(headers)}=${secrets.join('.')}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${max_age_s}${isSecure(headers) ? '; Secure' : ''}`;
