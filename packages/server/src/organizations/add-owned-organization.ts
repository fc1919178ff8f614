import type { Organization } from '@assay/schema/api';
import { addOrganization } from '../first-start.ts';
import type { Store } from '../store/store.ts';

interface NewOrganization {
  readonly name: string;
  /** Address of its first owner at the identity provider. */
  readonly email: string | null;
  readonly created_by: string;
  readonly now: () => number;
}

/** Adds an organization and invites its first owner. The token of the link is returned only here. */
export const addOwnedOrganization = (
  store: Pick<Store, 'transaction'>,
  { name, email, created_by, now }: NewOrganization,
): Promise<{ organization: Organization; token: string }> =>
  store.transaction(async (tables) => {
    const { workspace_id: _, ...organization } = await addOrganization(tables, { name, now });
    const { organization_id } = organization;
    const asked = { role: 'owner' as const, email, note: null };
    const { invitation, token } = await tables.invitations.create(organization_id, { ...asked, created_by });
    await tables.audit_log.append(organization_id, {
      ...{ actor: created_by, action: 'organization.create', target: organization_id },
      details: { name },
    });
    await tables.audit_log.append(organization_id, {
      ...{ actor: created_by, action: 'invitation.create', target: invitation.invitation_id },
      details: asked,
    });
    return { organization, token };
  });
