import { parse } from 'hono/utils/cookie';

// a browser accepts a cookie of the second name only from this host, over HTTPS; a neighbor cannot set it
const nameFor = (headers: Headers): string => (isSecure(headers) ? '__Host-assay_session' : 'assay_session');

// set by a reverse proxy; anyone else who sets it only changes its own cookies
const isSecure = (headers: Headers): boolean => headers.get('x-forwarded-proto') === 'https';

/** The value of the session cookie in a request. */
export function readSessionCookie(headers: Headers): string | undefined {
  const name = nameFor(headers);
  return parse(headers.get('cookie') ?? '', name)[name];
}

/** The Set-Cookie value of a session, in the answer to a request: out of reach of scripts and other sites. */
export const sessionCookie = (headers: Headers, { value, max_age_s }: { value: string; max_age_s: number }): string =>
  `${nameFor(headers)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${max_age_s}${isSecure(headers) ? '; Secure' : ''}`;
