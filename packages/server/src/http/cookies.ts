/** The name of the session cookie. */
export const SESSION_COOKIE = 'assay_session';

/** The value of a cookie in a Cookie header. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/** The Set-Cookie value of a session: out of reach of scripts and other sites. */
export const sessionCookie = (value: string, { secure, max_age_s }: { secure: boolean; max_age_s: number }): string =>
  `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${max_age_s}${secure ? '; Secure' : ''}`;
