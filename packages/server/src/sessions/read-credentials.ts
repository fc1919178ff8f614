import { AssayError } from '@assay/schema';
import type { createSession, HandlerTypes } from '@assay/schema/api';
import { acceptInvitation } from '../members/accept-invitation.ts';
import { signInPerson } from '../members/sign-in-person.ts';
import { requireOidc } from '../oidc/require-oidc.ts';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/store.ts';
import type { SessionOwner } from '../store/tables/access/sessions.ts';
import { readFlow } from './oidc-cookie.ts';
import { requireOwnOrigin } from './require-own-origin.ts';

/** Whom a browser signs in as: one for each organization, at least one. */
export async function readCredentials(
  services: Services,
  body: HandlerTypes<typeof createSession>['body'],
  headers: Headers,
): Promise<SessionOwner[]> {
  const { store } = services;
  if ('invitation' in body) return [await acceptInvitation(store, { token: body.invitation, name: body.name })];
  if ('oidc_callback' in body) return await readCallback(services, body.oidc_callback, headers);
  const owner = 'token' in body ? await store.sessions.useLink(body.token) : await ownerOfKey(store, body.api_key);
  if (owner !== undefined) return [owner];
  throw new AssayError('unauthorized', 'the key is invalid, or the link was already used');
}

async function readCallback(services: Services, query: string, headers: Headers): Promise<SessionOwner[]> {
  const oidc = requireOidc(services);
  const flow = readFlow(headers);
  if (flow === undefined)
    throw new AssayError(
      'unauthorized',
      'This browser did not start this sign-in within the last ten minutes. Start again from the sign-in page.',
    );
  const callback = new URL('/login', requireOwnOrigin(headers));
  callback.search = query;
  return signInPerson(services.store, await oidc.finish(callback, flow), oidc.settings);
}

async function ownerOfKey(store: Store, key: string): Promise<SessionOwner | undefined> {
  const found = await store.api_keys.authenticate(key);
  if (found === undefined) return undefined;
  const { organization_id, api_key } = found;
  return { organization_id, scopes: api_key.scopes, actor: api_key.api_key_id };
}
