import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '@assay/schema';
import { type Organization, OrganizationName } from '@assay/schema/api';
import { findOrganization } from '../../server/find-organization.ts';
import { escapeControls } from '../../terminal/output.ts';
import { drawTable } from '../../terminal/table.ts';
import { ACTOR, type Act, type Asked, readWords } from './org-action.ts';

/** Creates an organization with a key. */
export function create({ words }: Asked): Act {
  const [given, ...more] = words;
  const name = readName(given, more);
  return async (store) => {
    const { createOrganization } = await import('@assay/server');
    const { organization_id, secret } = await createOrganization(store, { name, now: Date.now });
    await store.audit_log.append(organization_id, {
      ...{ actor: ACTOR, action: 'organization.create', target: organization_id },
      details: { name },
    });
    const organization = await store.organizations.find(organization_id);
    const text = `${secret}\n\n${escapeControls(name)}, ${organization_id}. The key is shown only once and has all scopes.\n`;
    return { json: { organization, secret }, text };
  };
}

export function list({ words }: Asked): Act {
  if (words.length > 0) throw new AssayError('usage', `unexpected argument ${words[0]}`);
  return async (store) => {
    const organizations = await store.organizations.list();
    return { json: { organizations }, text: drawOrganizations(organizations) };
  };
}

export function rename({ words }: Asked): Act {
  const [organization = '', given, ...more] = words;
  const name = readName(given, more);
  return async (store) => {
    const before = findOrganization(await store.organizations.list(), organization);
    const { organization_id } = before;
    const renamed = await store.transaction(async ({ organizations, audit_log }) => {
      const details = { name, before: before.name };
      await audit_log.append(organization_id, {
        ...{ actor: ACTOR, action: 'organization.update', target: organization_id },
        details,
      });
      return await organizations.update(organization_id, { name });
    });
    return { json: { organization: renamed }, text: `renamed ${organization_id} to ${escapeControls(name)}\n` };
  };
}

/** Deletes an organization with everything in it. */
export function deleteOne({ words, yes = false }: Asked): Act {
  const [named] = readWords(words, ['ORG']);
  return async (store) => {
    const { deleteOrganization, FORGOTTEN_S, purgeOrganization } = await import('@assay/server');
    const organization = findOrganization(await store.organizations.list(), named);
    const { organization_id, name } = organization;
    if (!yes)
      throw new AssayError(
        'usage',
        `this deletes ${escapeControls(name)}, ${organization_id}, with all its runs, scenarios, keys and members; add --yes to do it`,
      );
    await deleteOrganization(store, { organization_id, actor: ACTOR });
    // until then, a running server may still write for a request that it has accepted
    await sleep(FORGOTTEN_S * 1_000);
    await purgeOrganization(store, organization_id);
    return { json: { organization }, text: `deleted ${escapeControls(name)}, ${organization_id}\n` };
  };
}

function readName(given: string | undefined, more: readonly string[]): string {
  if (more.length > 0) throw new AssayError('usage', `unexpected argument ${more[0]}; quote a name with spaces`);
  if (given === undefined) throw new AssayError('usage', 'expected a name, such as "Platform team"');
  const name = OrganizationName.safeParse(given);
  if (name.success) return name.data;
  throw new AssayError('usage', `expected a name: ${name.error.issues[0]?.message}`);
}

function drawOrganizations(organizations: readonly Organization[]): string {
  const rows = organizations.map(({ organization_id, name, created_at }) => [
    organization_id,
    escapeControls(name),
    created_at.slice(0, 10),
  ]);
  const [, ...lines] = drawTable(['', '', ''], rows);
  return lines.map((line) => `${line}\n`).join('');
}
