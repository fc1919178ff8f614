import type { OrganizationId } from '@assay/schema';
import type { Scope, ShareId, ShareTarget } from '@assay/schema/api';

/** The authenticated caller of a request. */
export interface Caller {
  readonly organization_id: OrganizationId;
  readonly scopes: readonly Scope[];
  /** The name in the audit log: the id of the key, the member or the share. */
  readonly actor: string;
  /** The session of its browser; null with a key. */
  readonly session: { readonly secret: string; readonly csrf_token: string } | null;
  /** What it may read, and nothing else; null with a key or a session. */
  readonly share: { readonly share_id: ShareId; readonly target: ShareTarget } | null;
}

const RANK: Readonly<Record<Scope, number>> = { read: 0, write: 1, admin: 2 };

/** Whether a caller has a scope. Each scope includes the lower ones. */
export const hasScope = ({ scopes }: Pick<Caller, 'scopes'>, needed: Scope): boolean =>
  scopes.some((scope) => RANK[scope] >= RANK[needed]);
