import { removeMember } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { removeMember as remove } from '../../members/remove-member.ts';
import { requireFound } from '../require-found.ts';

export const removeMemberHandler = handle(removeMember, async ({ params, caller, services: { store } }) => {
  requireFound(await remove(store, { ...caller, ...params }), params.member_id);
  return undefined;
});
