import { z } from 'zod';
import { Instant } from '../../values/units.ts';
import { KeyScope } from '../settings/api-key.ts';

export const SignInId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, { error: 'expected 16 digits from 0 to f' })
  .meta({ description: 'Id of one sign-in. It reveals nothing about its cookie.' });

export const SignIn = z
  .object({
    sign_in_id: SignInId,
    actor: z.string().meta({ description: 'Id of the member or of the API key, or who made its link.' }),
    actor_name: z.string().nullable().meta({ description: 'Name of the member or the API key.' }),
    scopes: z.array(KeyScope),
    created_at: Instant,
    expires_at: Instant.meta({ description: 'Later if it is used before, up to seven days after the sign-in.' }),
    current: z.boolean().meta({ description: 'Whether it is the browser that asks.' }),
  })
  .meta({ id: 'SignIn', description: 'A browser that is signed in.' });
export type SignIn = z.infer<typeof SignIn>;

/** Example for the API reference. */
export const exampleSignIn = {
  sign_in_id: '9c56cc51b374c3ba',
  actor: 'key_01m7ew0rvjraj0vfggyenb7x96',
  actor_name: 'ci',
  scopes: ['admin'],
  created_at: '2026-11-15T12:00:00.000Z',
  expires_at: '2026-11-16T00:00:00.000Z',
  current: true,
};
