import { AssayError, type OrganizationId } from '@assay/schema';
import { createInvitation, type Invitation, type Member, Role } from '@assay/schema/api';
import type { Store } from '@assay/server';
import { createHost } from '../../config.ts';
import { parseServerUrl } from '../../server/choose-server.ts';
import { findOrganization } from '../../server/find-organization.ts';
import { readOneOf } from '../../terminal/options.ts';
import { escapeControls } from '../../terminal/output.ts';
import { drawTable } from '../../terminal/table.ts';
import { listAll } from '../key/list-all.ts';
import { ACTOR, type Act, type Asked, readWords } from './org-action.ts';

const DEFAULT_URL = 'http://127.0.0.1:4600';
const NewInvitation = createInvitation.body as NonNullable<typeof createInvitation.body>;

/** Lists the members and the open invitations of an organization. */
export function members({ words }: Asked): Act {
  const [named] = readWords(words, ['ORG']);
  return async (store) => {
    const organization_id = await findId(store, named);
    const found = await listAll((page) => store.members.list(organization_id, page));
    const invitations = await listAll((page) => store.invitations.list(organization_id, page));
    return { json: { members: found, invitations }, text: drawPeople(found, invitations) };
  };
}

/** Prints a link that lets one person join. */
export function invite({ words, role = 'editor', email, note, url }: Asked): Act {
  const [named] = readWords(words, ['ORG']);
  const asked = NewInvitation.safeParse({
    role: readOneOf('role', role, Role.options),
    ...(email === undefined ? {} : { email }),
    ...(note === undefined ? {} : { note }),
  });
  if (!asked.success) {
    const [issue] = asked.error.issues;
    throw new AssayError('usage', `invalid --${String(issue?.path[0])}: ${issue?.message}`);
  }
  const address = readAddress(url);
  return async (store) => {
    const { invitationPath, inviteMember } = await import('@assay/server');
    const { email = null, note = null, role } = asked.data;
    const organization_id = await findId(store, named);
    const entry = { role, email, note, created_by: ACTOR };
    const { invitation, token } = await inviteMember(store, organization_id, entry);
    const link = `${address}${invitationPath(token)}`;
    const until = invitation.expires_at.slice(0, 10);
    return {
      json: { invitation, link },
      text: `${link}\n\nWhoever opens it can join as ${role}, once, until ${until}. Shown only once.\n`,
    };
  };
}

/** Prints a link that signs a member in. */
export function signIn({ words, url }: Asked): Act {
  const [named, who] = readWords(words, ['ORG', 'MEMBER']);
  const address = readAddress(url);
  return async (store) => {
    const { createMemberLink, signInPath } = await import('@assay/server');
    const { organization_id, member } = await findMember(store, named, who);
    const { member_id, name } = member;
    const token = await createMemberLink(store, { organization_id, member_id, actor: ACTOR });
    const link = `${address}${signInPath(token ?? '')}`;
    return {
      json: { member, link },
      text: `${link}\n\nSigns ${escapeControls(name)}, ${member_id}, in, once, within half an hour. Shown only once.\n`,
    };
  };
}

/** Changes the role of a member. */
export function role({ words }: Asked): Act {
  const [named, who, given] = readWords(words, ['ORG', 'MEMBER', 'ROLE']);
  const chosen = Role.options.find((one) => one === given);
  if (chosen === undefined)
    throw new AssayError('usage', `expected ROLE to be one of ${Role.options.join(', ')}, found ${given}`);
  return async (store) => {
    const { changeMember } = await import('@assay/server');
    const { organization_id, member } = await findMember(store, named, who);
    const { member_id, name } = member;
    const changed = await changeMember(store, { organization_id, member_id, actor: ACTOR }, { role: chosen });
    return { json: { member: changed }, text: `${escapeControls(name)}, ${member_id}, is now ${chosen}\n` };
  };
}

/** Removes a member and signs it out. */
export function remove({ words }: Asked): Act {
  const [named, who] = readWords(words, ['ORG', 'MEMBER']);
  return async (store) => {
    const { removeMember } = await import('@assay/server');
    const { organization_id, member } = await findMember(store, named, who);
    const { member_id, name } = member;
    await removeMember(store, { organization_id, member_id, actor: ACTOR });
    return { json: { member }, text: `removed ${escapeControls(name)}, ${member_id}\n` };
  };
}

const findId = async (store: Store, named: string): Promise<OrganizationId> =>
  findOrganization(await store.organizations.list(), named).organization_id;

/**
 * The member with an id, an email address, or a name that only one has. Members choose their names, so a name never
 * counts as an id or an address.
 */
async function findMember(store: Store, named: string, who: string) {
  const organization_id = await findId(store, named);
  const all = await listAll((page) => store.members.list(organization_id, page));
  const field = who.startsWith('usr_') ? 'member_id' : who.includes('@') ? 'email' : 'name';
  const [member, second] = all.filter((one) => one[field] === who);
  if (member !== undefined && second === undefined) return { organization_id, member };
  const problem = member === undefined ? 'there is no member' : 'there is more than one member';
  throw new AssayError('not_found', `${problem} ${escapeControls(who)}; \`assay org members\` shows their ids`);
}

const readAddress = (url: string | undefined): string =>
  parseServerUrl(url ?? (createHost().environment['ASSAY_URL'] || DEFAULT_URL));

function drawPeople(people: readonly Member[], invitations: readonly Invitation[]): string {
  const rows = [
    ...people.map(({ member_id, name, role, email, created_at }) => [
      member_id,
      escapeControls(name),
      role,
      escapeControls(email ?? ''),
      `joined ${created_at.slice(0, 10)}`,
    ]),
    ...invitations.map(({ invitation_id, note, role, email, expires_at }) => [
      invitation_id,
      escapeControls(note ?? ''),
      role,
      escapeControls(email ?? ''),
      `invited until ${expires_at.slice(0, 10)}`,
    ]),
  ];
  if (rows.length === 0) return 'No members yet. Invite one with: assay org invite\n';
  const [, ...lines] = drawTable(['', '', '', '', ''], rows);
  return lines.map((line) => `${line}\n`).join('');
}
