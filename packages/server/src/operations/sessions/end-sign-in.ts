import { endSignIn } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

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
