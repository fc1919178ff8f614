import { z } from 'zod';
import { Instant } from '../../values/units.ts';
import { MemberId } from '../own-ids.ts';
import { Role } from './role.ts';

export const Member = z
  .object({
    member_id: MemberId,
    name: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Whoever signs in with this address at the identity provider is this member.' }),
    role: Role,
    created_at: Instant,
  })
  .meta({ id: 'Member', description: 'A person in an organization.' });
export type Member = z.infer<typeof Member>;

export const memberParams = z.object({ member_id: MemberId });

/** Example for the API reference. */
export const exampleMember = {
  member_id: 'usr_01m7ew0rvjraj0vfggyenb7x96' as const,
  name: 'Ann',
  email: 'ann@example.com',
  role: 'editor' as const,
  created_at: '2026-11-15T12:00:00.000Z',
};
