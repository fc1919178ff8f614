import { AssayError } from '@assay/schema';
import { DisplayName, type Organization } from '@assay/schema/api';
import type { Store } from '@assay/server';
import type { Run } from '../command.ts';
import { findOrganization } from '../server/find-organization.ts';
import { type ActionOutput, DATABASE_HELP, DATABASE_OPTIONS, runInDatabase } from '../server/open-store.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { drawTable } from '../terminal/table.ts';

const HELP = `Usage: assay org create NAME [OPTIONS]
       assay org list [OPTIONS]
       assay org rename ORG NAME [OPTIONS]

Manages the organizations of a server, directly in its database. Organizations share a server and see nothing of each
other. ORG is an id or a name.

${DATABASE_HELP}
  --json               print {organization, secret, database}, {organizations, database} or {organization, database}

A new organization has a workspace and an admin key. The key is printed once. The first organization owns the runs in
the folder of the server.

Exit codes: 0 done · 2 usage error, or no such organization or database · 3 the database cannot be reached
`;

/** The actor name in the audit log. */
const ACTOR = 'assay org';
const ACTIONS = { create, list, rename };

/** An action with validated arguments. */
type Act = (store: Store) => Promise<ActionOutput>;

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, DATABASE_OPTIONS);
  const [action = '', ...words] = positionals;
  if (!isAction(action)) throw new AssayError('usage', `expected create, list or rename, found ${action || 'nothing'}`);
  const act = ACTIONS[action](words);
  await runInDatabase(values, act);
  return 0;
};

const isAction = (text: string): text is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, text);

function create(words: readonly string[]): Act {
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

function list(words: readonly string[]): Act {
  if (words.length > 0) throw new AssayError('usage', `unexpected argument ${words[0]}`);
  return async (store) => {
    const organizations = await store.organizations.list();
    return { json: { organizations }, text: drawOrganizations(organizations) };
  };
}

function rename(words: readonly string[]): Act {
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

function readName(given: string | undefined, more: readonly string[]): string {
  if (more.length > 0) throw new AssayError('usage', `unexpected argument ${more[0]}; quote a name with spaces`);
  if (given === undefined) throw new AssayError('usage', 'expected a name, such as "Platform team"');
  const name = DisplayName.safeParse(given);
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
