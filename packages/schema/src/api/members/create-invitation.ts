import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { DisplayName } from '../settings/workspace.ts';
import { Email } from './email.ts';
import { exampleInvitation, Invitation } from './invitation.ts';
import { Role } from './role.ts';

export const createInvitation = defineOperation({
  id: 'create_invitation',
  method: 'post',
  path: '/v1/invitations',
  tag: 'Members',
  summary: 'Invite a person',
  description:
    'The answer contains a link that works once, for seven days. It is shown only once; the server stores only a digest. Whoever opens it and enters a name becomes a member.',
  scope: 'admin',
  body: z.strictObject({
    role: Role,
    email: Email.optional(),
    note: DisplayName.optional().meta({ description: 'Whom the invitation is for, shown in the list.' }),
  }),
  status: 201,
  answer: Invitation.extend({
    path: z.string().meta({ description: 'The link, without the address of the server. Shown only once.' }),
  }).meta({ id: 'InvitationWithLink', description: 'An invitation with its link, shown only once.' }),
  example: {
    body: { role: 'editor', note: 'for Ann' },
    answer: { ...exampleInvitation, path: '/join#token=dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu' },
  },
});
