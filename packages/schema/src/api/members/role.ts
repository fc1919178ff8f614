import { z } from 'zod';
import type { Scope } from '../operation.ts';

export const Role = z.enum(['viewer', 'editor', 'owner']).meta({
  id: 'Role',
  description: 'viewer: the scope read. editor: the scope write. owner: the scope admin.',
});
export type Role = z.infer<typeof Role>;

/** What members with a role may do. */
export const ROLE_SCOPES: Readonly<Record<Role, Scope>> = { viewer: 'read', editor: 'write', owner: 'admin' };
