import { z } from 'zod';
import { Instant } from '../../values/units.ts';
import { InvitationId } from '../own-ids.ts';
import { Role } from './role.ts';

export const Invitation = z
  .object({
    invitation_id: InvitationId,
    role: Role,
    email: z
      .string()
      .nullable()
      .meta({ description: 'Whoever signs in with this address at the identity provider accepts the invitation.' }),
    note: z.string().nullable(),
    created_by: z.string().meta({ description: 'Id of a member or an API key, or name of an Assay component.' }),
    created_at: Instant,
    expires_at: Instant,
  })
  .meta({ id: 'Invitation', description: 'An invitation that nobody has accepted yet, without its link.' });
export type Invitation = z.infer<typeof Invitation>;

/** Example for the API reference. */
export const exampleInvitation = {
  invitation_id: 'inv_01m7ew0rvjraj0vfggyenb7x96' as const,
  role: 'editor' as const,
  email: null,
  note: 'for Ann',
  created_by: 'key_01m7ew0rvjraj0vfggyenb7x96',
  created_at: '2026-11-15T12:00:00.000Z',
  expires_at: '2026-11-22T12:00:00.000Z',
};
