import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { InvitationId } from '../own-ids.ts';
import { exampleInvitation } from './invitation.ts';

export const revokeInvitation = defineOperation({
  id: 'revoke_invitation',
  method: 'delete',
  path: '/v1/invitations/{invitation_id}',
  tag: 'Members',
  summary: 'Revoke an invitation',
  scope: 'admin',
  params: z.object({ invitation_id: InvitationId }),
  status: 204,
  answer: null,
  example: { params: { invitation_id: exampleInvitation.invitation_id } },
});
