import { listSignIns } from '@assay/schema/api';
import { readSessionCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { signInIdOf } from '../../store/tables/sessions.ts';

export const listSignInsHandler = handle(listSignIns, async ({ query, caller, headers, services: { store } }) => {
  const cookie = caller.by === 'session' ? readSessionCookie(headers) : undefined;
  const own = cookie === undefined ? null : signInIdOf(cookie);
  const { items, next } = await store.sessions.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: items.map((signIn) => ({ ...signIn, current: signIn.sign_in_id === own })), next };
});
