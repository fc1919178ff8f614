import { AssayError, type OrganizationId } from '@assay/schema';
import { DisplayName } from '@assay/schema/api';
import type { OidcSettings } from '../oidc/oidc-settings.ts';
import type { VerifiedPerson } from '../oidc/open-oidc.ts';
import type { Store, Tables } from '../store/store.ts';
import type { Membership } from '../store/tables/access/members.ts';
import type { MemberSession } from './accept-invitation.ts';

type Rules = Pick<OidcSettings, 'allowed_domains' | 'automatic'>;

/** Signs a person in to every organization that has this account or address as a member, or invited the address. */
export const signInPerson = (
  store: Pick<Store, 'transaction'>,
  person: VerifiedPerson,
  { allowed_domains, automatic }: Rules,
): Promise<MemberSession[]> =>
  store.transaction(async (tables) => {
    const { email } = person;
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (allowed_domains.length > 0 && !allowed_domains.includes(domain))
      throw new AssayError(
        'forbidden',
        `Addresses of ${domain} may not sign in here; allowed: ${allowed_domains.join(', ')}.`,
      );
    for (const membership of await tables.members.identify(email, person))
      await tellIdentified(tables, membership, person);
    const known = new Set((await tables.members.listOfIdentity(person)).map(({ organization_id }) => organization_id));
    // an organization with another account for the address must not keep the person out of the rest
    const others = (await tables.members.listOfOthers(email, person)).filter(
      ({ organization_id }) => !known.has(organization_id),
    );
    const except = others.map(({ organization_id }) => organization_id);
    for (const { organization_id, role, invitation_id } of await tables.invitations.useForEmail(email, { except })) {
      if (known.has(organization_id)) continue;
      known.add(organization_id);
      await join(tables, organization_id, { person, role, details: { invitation_id } });
    }
    if (automatic !== null && !known.has(automatic.organization_id) && !except.includes(automatic.organization_id))
      await joinAutomatically(tables, person, automatic);
    const memberships = await tables.members.listOfIdentity(person);
    if (memberships.length === 0)
      throw new AssayError('forbidden', `${email} is not a member of an organization here. ${advise(others)}`);
    return memberships.map(({ organization_id, member_id }) => ({ organization_id, scopes: [], actor: member_id }));
  });

const advise = (others: readonly Membership[]): string =>
  others.length === 0
    ? 'Ask an owner to invite this address, then sign in again.'
    : `Another account has signed in with this address: ask an owner to remove ${others.map(({ member_id }) => member_id).join(' and ')} or to clear its address, and to invite you again.`;

async function joinAutomatically(
  tables: Tables,
  person: VerifiedPerson,
  { organization_id, role }: NonNullable<Rules['automatic']>,
): Promise<void> {
  const isDeleted = (await tables.organizations.find(organization_id)) === undefined;
  if (!isDeleted) await join(tables, organization_id, { person, role, details: { automatic: true } });
}

interface Joining {
  readonly person: VerifiedPerson;
  readonly role: 'viewer' | 'editor' | 'owner';
  readonly details: object;
}

async function join(
  tables: Tables,
  organization_id: OrganizationId,
  { person, role, details }: Joining,
): Promise<void> {
  const { issuer, subject, email } = person;
  // names of the identity provider can be longer or have control characters
  const name = DisplayName.safeParse(person.name).data ?? email.slice(0, 100);
  const member = await tables.members.create(organization_id, { name, email, role, identity: { issuer, subject } });
  const { member_id } = member;
  await tables.audit_log.append(organization_id, {
    actor: member_id,
    action: 'member.join',
    target: member_id,
    details: { name, role, email, issuer, ...details },
  });
}

const tellIdentified = ({ audit_log }: Tables, { organization_id, member_id }: Membership, person: VerifiedPerson) =>
  audit_log.append(organization_id, {
    actor: member_id,
    action: 'member.identify',
    target: member_id,
    details: { email: person.email, issuer: person.issuer },
  });
