import { listSignIns } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { signInIdOf } from '../../store/tables/access/sessions.ts';

export const listSignInsHandler = handle(listSignIns, async ({ query, caller, services: { store } }) => {
  const own = caller.session === null ? null : signInIdOf(caller.session.secret);
  const { items, next } = await store.sessions.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: items.map((signIn) => ({ ...signIn, current: signIn.sign_in_id === own })), next };
});
