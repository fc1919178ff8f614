import type { OrganizationId } from '@assay/schema';
import type { MemberId } from '@assay/schema/api';

/** A member, and who changes it. */
export interface ChangedMember {
  readonly organization_id: OrganizationId;
  readonly member_id: MemberId;
  readonly actor: string;
}
