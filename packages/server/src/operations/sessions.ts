import { AssayError } from '@assay/schema';
import {
  createSession,
  endSession,
  endSignIn,
  findSignInLink,
  getSession,
  getSignInOptions,
  listSignIns,
  startOidcSignIn,
  switchOrganization,
} from '@assay/schema/api';
import { readSessionSecrets, sessionCookie } from '../http/cookies.ts';
import { handle, handleOpenly } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';
import { requireOidc } from '../oidc/require-oidc.ts';
import {
  addBrowserSessions,
  type BrowserSession,
  cookieOf,
  findBrowserSessions,
} from '../sessions/browser-sessions.ts';
import { describeSession } from '../sessions/describe-session.ts';
import { flowCookie } from '../sessions/oidc-cookie.ts';
import { readCredentials } from '../sessions/read-credentials.ts';
import { refuseOtherSites, requireJson, requireOwnOrigin } from '../sessions/require-own-origin.ts';
import { signInIdOf } from '../store/tables/access/sessions.ts';
import { requireFound } from './require-found.ts';

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

export const endSessionHandler = handle(endSession, async ({ headers, services }) => {
  for (const secret of readSessionSecrets(headers)) await services.store.sessions.end(secret);
  return new Reply({ headers: { 'set-cookie': sessionCookie(headers, { secrets: [], max_age_s: 0 }) } });
});

export const endSignInHandler = handle(endSignIn, ({ params, caller, services: { store } }) =>
  store.transaction(async ({ sessions, audit_log }) => {
    const { organization_id, actor } = caller;
    const { sign_in_id } = params;
    const ended = requireFound(await sessions.endSignIn(organization_id, sign_in_id), sign_in_id);
    await audit_log.append(organization_id, {
      actor,
      action: 'sign_in.end',
      target: sign_in_id,
      details: { actor: ended.actor },
    });
    return undefined;
  }),
);

export const findSignInLinkHandler = handleOpenly(findSignInLink, async ({ body, services }) => {
  const owner = await services.store.sessions.findLink(body.token);
  if (owner === undefined)
    throw new AssayError('unauthorized', 'This link was used or has expired. Ask an owner for another one.');
  const { organization_id, organization, member } = await describeSession(services, { ...owner, csrf_token: '' });
  return { organization_id, organization, member: member === null ? null : { name: member.name } };
});

export const getSessionHandler = handle(getSession, async ({ caller, headers, services }) => {
  if (caller.session === null) return describeSession(services, { ...caller, csrf_token: '' });
  const found = await findBrowserSessions(services.store, headers);
  const signed_in = found.map(({ session }) => session.organization_id);
  return describeSession(services, { ...caller, csrf_token: caller.session.csrf_token }, { signed_in });
});

export const getSignInOptionsHandler = handleOpenly(getSignInOptions, async ({ services: { oidc } }) => ({
  oidc: oidc === undefined ? null : { host: oidc.settings.issuer.host },
}));

export const listSignInsHandler = handle(listSignIns, async ({ query, caller, services: { store } }) => {
  const own = caller.session === null ? null : signInIdOf(caller.session.secret);
  const { items, next } = await store.sessions.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: items.map((signIn) => ({ ...signIn, current: signIn.sign_in_id === own })), next };
});

export const startOidcSignInHandler = handleOpenly(startOidcSignIn, async ({ headers, services }) => {
  const { url, flow } = await requireOidc(services).start(`${requireOwnOrigin(headers)}/login`);
  return new Reply({ answer: { url }, headers: { 'set-cookie': flowCookie(headers, flow) } });
});

export const switchOrganizationHandler = handle(
  switchOrganization,
  async ({ body: { organization_id }, caller, headers, services }) => {
    if (caller.session === null && organization_id === caller.organization_id)
      return describeSession(services, { ...caller, csrf_token: '' });
    const present = caller.session === null ? [] : await findBrowserSessions(services.store, headers);
    const found = present.find(({ session }) => session.organization_id === organization_id);
    const chosen = requireFound(found, `sign-in of this browser to ${organization_id}`);
    const signed_in = present.map(({ session }) => session.organization_id);
    const answer = await describeSession(services, chosen.session, { signed_in });
    const sorted = [chosen, ...present.filter((one) => one !== chosen)];
    return new Reply({ answer, headers: { 'set-cookie': cookieOf(headers, sorted) } });
  },
  { tells_secret: true },
);
