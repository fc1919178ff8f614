import type { OrganizationId } from '@assay/schema';
import { MAX_SIGN_INS, readSessionSecrets, sessionCookie } from '../http/cookies.ts';
import type { Store } from '../store/store.ts';
import { SESSION_DAYS, type StoredSession } from '../store/tables/access/sessions.ts';

/** One of the sessions of a browser. Each belongs to one organization. */
export interface BrowserSession {
  readonly secret: string;
  readonly session: StoredSession;
}

/** The valid sessions of a browser, the current one first. */
export async function findBrowserSessions(
  { sessions }: Pick<Store, 'sessions'>,
  headers: Headers,
): Promise<BrowserSession[]> {
  const found: BrowserSession[] = [];
  for (const secret of readSessionSecrets(headers)) {
    const session = await sessions.find(secret);
    if (session !== undefined) found.push({ secret, session });
  }
  return found;
}

/**
 * Puts new sessions first: those of organizations that the browser has used, as it had them, then the newest
 * organizations. Ends those that they replace, and those that are too many.
 */
export async function addBrowserSessions(
  { sessions }: Pick<Store, 'sessions'>,
  added: readonly BrowserSession[],
  present: readonly BrowserSession[],
): Promise<{ kept: BrowserSession[]; left_out: OrganizationId[] }> {
  const again = present.flatMap((old) => added.filter((one) => isSameOrganization(one, old)));
  const first = added.filter((one) => !again.includes(one));
  const others = present.filter((old) => !added.some((one) => isSameOrganization(one, old)));
  const surplus = Math.max(0, again.length + first.length - MAX_SIGN_INS);
  const kept = [...again, ...first.slice(surplus), ...others].slice(0, MAX_SIGN_INS);
  for (const one of [...added, ...present]) if (!kept.includes(one)) await sessions.end(one.secret);
  const left_out = [...first, ...others].filter((one) => !kept.includes(one));
  return { kept, left_out: left_out.map(({ session }) => session.organization_id) };
}

const isSameOrganization = (a: BrowserSession, b: BrowserSession): boolean =>
  a.session.organization_id === b.session.organization_id;

/** The Set-Cookie value for the sessions of a browser. */
export const cookieOf = (headers: Headers, sessions: readonly BrowserSession[]): string =>
  sessionCookie(headers, { secrets: sessions.map(({ secret }) => secret), max_age_s: SESSION_DAYS * 24 * 3_600 });
