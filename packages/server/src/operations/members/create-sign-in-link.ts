import { createSignInLink } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { createMemberLink } from '../../members/create-member-link.ts';
import { signInPath } from '../../members/link-paths.ts';
import { requireFound } from '../require-found.ts';

export const createSignInLinkHandler = handle(
  createSignInLink,
  async ({ params, caller, services: { store } }) => {
    const token = requireFound(await createMemberLink(store, { ...caller, ...params }), params.member_id);
    return { path: signInPath(token) };
  },
  { tells_secret: true },
);
