import { AssayError } from '@assay/schema';
import { createSession } from '@assay/schema/api';
import { sessionCookie } from '../../http/cookies.ts';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { describeSession } from '../../sessions/describe-session.ts';
import type { Store } from '../../store/store.ts';
import { SESSION_DAYS } from '../../store/tables/sessions.ts';

export const createSessionHandler = handleOpenly(createSession, async ({ body, headers, services: { store } }) => {
  // pages of other sites cannot sign anyone in
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') {
    throw new AssayError('forbidden', 'only the dashboard may create a session; this request comes from another site');
  }
  const owner = 'token' in body ? await store.sessions.useLink(body.token) : await ownerOfKey(store, body.api_key);
  if (owner === undefined) {
    throw new AssayError('unauthorized', 'the key is invalid, or the link was already used');
  }
  const { secret, session } = await store.sessions.create(owner);
  const cookie = sessionCookie(headers, { value: secret, max_age_s: SESSION_DAYS * 24 * 3_600 });
  return new Reply({ answer: await describeSession(store, session), headers: { 'set-cookie': cookie } });
});

async function ownerOfKey(store: Store, key: string) {
  const found = await store.api_keys.authenticate(key);
  if (found === undefined) return undefined;
  const { organization_id, api_key } = found;
  return { organization_id, scopes: api_key.scopes, actor: api_key.api_key_id };
}
