import type { OrganizationId } from '@assay/schema';
import type { Scope } from '@assay/schema/api';

/** Who calls. */
export interface Caller {
  readonly organization_id: OrganizationId;
  readonly scopes: readonly Scope[];
  /** As the audit log names them: the id of their key. */
  readonly actor: string;
  /** How they showed who they are. */
  readonly by: 'key' | 'session';
}

const RANK: Readonly<Record<Scope, number>> = { read: 0, write: 1, admin: 2 };

/** Whether a caller may do what needs a scope: each scope includes those before it. */
export const mayDo = ({ scopes }: Pick<Caller, 'scopes'>, needed: Scope): boolean =>
  scopes.some((scope) => RANK[scope] >= RANK[needed]);
