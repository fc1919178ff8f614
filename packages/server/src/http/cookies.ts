import { parse } from 'hono/utils/cookie';

// set by a reverse proxy; anyone else who sets it only changes its own cookies
const isSecure = (headers: Headers): boolean => headers.get('x-forwarded-proto') === 'https';

/** The name of a cookie. A browser accepts one with the prefix only from this host over HTTPS: no neighbor can set it. */
export const cookieNameFor = (headers: Headers, name: string): string => (isSecure(headers) ? `__Host-${name}` : name);

/** The attributes of a cookie that is out of reach of scripts and other sites. */
export const cookieAttributes = (headers: Headers, max_age_s: number): string =>
  `; Path=/; HttpOnly; SameSite=Strict; Max-Age=${max_age_s}${isSecure(headers) ? '; Secure' : ''}`;

const NAME = 'assay_session';

/** The most organizations that one browser can be signed in to. */
export const MAX_SIGN_INS = 8;

/** The secrets of the sessions in a request, the current one first. */
export function readSessionSecrets(headers: Headers): string[] {
  const name = cookieNameFor(headers, NAME);
  const value = parse(headers.get('cookie') ?? '', name)[name] ?? '';
  return value === '' ? [] : value.split('.').slice(0, MAX_SIGN_INS);
}

/** The Set-Cookie value of sessions, the current one first. */
export const sessionCookie = (
  headers: Headers,
  { secrets, max_age_s }: { secrets: readonly string[]; max_age_s: number },
): string => `${cookieNameFor(headers, NAME)}=${secrets.join('.')}${cookieAttributes(headers, max_age_s)}`;
