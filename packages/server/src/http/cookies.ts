import { parse } from 'hono/utils/cookie';

/** The name of the session cookie. */
const SESSION_COOKIE = 'assay_session';

/** The value of the session cookie in a request. */
export const readSessionCookie = (headers: Headers): string | undefined =>
  parse(headers.get('cookie') ?? '', SESSION_COOKIE)[SESSION_COOKIE];

/** The Set-Cookie value of a session: out of reach of scripts and other sites. */
export const sessionCookie = (value: string, { secure, max_age_s }: { secure: boolean; max_age_s: number }): string =>
  `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${max_age_s}${secure ? '; Secure' : ''}`;
