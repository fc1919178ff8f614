import { AssayError } from '@assay/schema';
import { createSession, type HandlerTypes } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { acceptInvitation } from '../../members/accept-invitation.ts';
import { addBrowserSessions, cookieOf, findBrowserSessions } from '../../sessions/browser-sessions.ts';
import { describeSession } from '../../sessions/describe-session.ts';
import type { Store } from '../../store/store.ts';

export const createSessionHandler = handleOpenly(createSession, async ({ body, headers, services: { store } }) => {
  // pages of other sites cannot sign anyone in
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') {
    throw new AssayError('forbidden', 'only the dashboard may create a session; this request comes from another site');
  }
  const created = await store.sessions.create(await readCredentials(store, body));
  const sessions = await addBrowserSessions(store, [created], await findBrowserSessions(store, headers));
  const answer = await describeSession(
    store,
    created.session,
    sessions.map(({ session }) => session.organization_id),
  );
  return new Reply({ answer, headers: { 'set-cookie': cookieOf(headers, sessions) } });
});

async function readCredentials(store: Store, body: HandlerTypes<typeof createSession>['body']) {
  if ('invitation' in body) return acceptInvitation(store, { token: body.invitation, name: body.name });
  const owner = 'token' in body ? await store.sessions.useLink(body.token) : await ownerOfKey(store, body.api_key);
  if (owner !== undefined) return owner;
  throw new AssayError('unauthorized', 'the key is invalid, or the link was already used');
}

async function ownerOfKey(store: Store, key: string) {
  const found = await store.api_keys.authenticate(key);
  if (found === undefined) return undefined;
  const { organization_id, api_key } = found;
  return { organization_id, scopes: api_key.scopes, actor: api_key.api_key_id };
}
