import { updateMember } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { changeMember } from '../../members/change-member.ts';
import { requireFound } from '../require-found.ts';

export const updateMemberHandler = handle(updateMember, async ({ params, body, caller, services: { store } }) =>
  requireFound(await changeMember(store, { ...caller, ...params }, body), params.member_id),
);
