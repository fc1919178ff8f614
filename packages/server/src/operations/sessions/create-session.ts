import { createSession } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import {
  addBrowserSessions,
  type BrowserSession,
  cookieOf,
  findBrowserSessions,
} from '../../sessions/browser-sessions.ts';
import { describeSession } from '../../sessions/describe-session.ts';
import { readCredentials } from '../../sessions/read-credentials.ts';
import { refuseOtherSites, requireJson } from '../../sessions/require-own-origin.ts';

export const createSessionHandler = handleOpenly(createSession, async ({ body, headers, media_type, services }) => {
  refuseOtherSites(headers);
  requireJson(media_type);
  const { store } = services;
  const created: BrowserSession[] = [];
  for (const owner of await readCredentials(services, body, headers)) created.push(await store.sessions.create(owner));
  const { kept, left_out } = await addBrowserSessions(store, created, await findBrowserSessions(store, headers));
  const [current] = kept as [BrowserSession];
  const signed_in = kept.map(({ session }) => session.organization_id);
  const answer = await describeSession(services, current.session, { signed_in, left_out });
  return new Reply({ answer, headers: { 'set-cookie': cookieOf(headers, kept) } });
});
