import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '@assay/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../packages/server/test/database.ts';

const BIN = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-key-')));
}, 120_000);
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const assay = (...args: string[]) => run(args, { DATABASE_URL: database.url });

/** Without DATABASE_URL. */
const assayHere = (...args: string[]) => run(args, { DATABASE_URL: '' });

const run = (args: readonly string[], environment: NodeJS.ProcessEnv) => runCommand(['key', ...args], environment);

function runCommand(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('a key can be created, used, listed without its secret, and revoked', async () => {
  const made = assay('create', '--name', 'ci', '--scopes', 'read, write', '--json');
  expect(made, made.stderr).toMatchObject({ status: 0 });
  const { api_key, secret, database: named } = JSON.parse(made.stdout);
  const { host, pathname, password } = new URL(database.url);
  expect(named).toBe(`${host}${pathname}`);
  expect(named).not.toContain(password);
  expect(api_key).toMatchObject({ name: 'ci', scopes: ['read', 'write'], revoked_at: null });
  // printed at the first use of a database, on stderr only
  expect(made.stderr).toMatch(/first key.*assay_sk_/);
  await using store = await openStore({ url: database.url, connections: 2 });
  const caller = await store.api_keys.authenticate(secret);
  expect(caller?.api_key.api_key_id).toBe(api_key.api_key_id);

  const listed = assay('list');
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  expect(listed.stdout).toContain('first start');
  expect(listed.stdout).toMatch(new RegExp(`${api_key.api_key_id} +ci +read,write +\\d{4}-\\d\\d-\\d\\d +used never`));
  expect(listed.stdout).not.toContain(secret.slice(-43));
  expect(listed.stdout).toContain(`\nDatabase: ${named}\n`);

  const unknown = assay('revoke', api_key.api_key_id, 'key_01m7ew0rvjraj0vfggyenb7x96');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(await store.api_keys.authenticate(secret)).toBeDefined();

  expect(assay('revoke', api_key.api_key_id)).toMatchObject({ status: 0, stderr: '' });
  expect(await store.api_keys.authenticate(secret)).toBeUndefined();
  const { organization_id } = caller as NonNullable<typeof caller>;
  const { items } = await store.audit_log.list(organization_id, { limit: 10, after: null });
  expect(items).toMatchObject([
    { actor: 'assay key', action: 'api_key.revoke', target: api_key.api_key_id },
    { actor: 'assay key', action: 'api_key.create', target: api_key.api_key_id },
  ]);
}, 120_000);

test.each([
  [['make'], 'an unknown action'],
  [['create', '--scopes', 'root'], 'an unknown scope'],
  [['create', '--expires', 'soon'], 'an expiry that is no number of days'],
  [['revoke', 'assay_sk_01m7ew0rvjraj0vfggyenb7x96_secret'], 'a secret instead of an id'],
])('rejects %j before it opens a database: %s', async (args) => {
  const refused = assay(...args);
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).not.toContain('_secret');
  expect(await readdir(folder)).toEqual([]);
});

test('a second organization has its own keys', async () => {
  const org = (...args: string[]) => runCommand(['org', ...args, '--json'], { DATABASE_URL: database.url });
  const created = org('create', 'Platform team');
  expect(created, created.stderr).toMatchObject({ status: 0 });
  const { organization, secret } = JSON.parse(created.stdout);
  await using store = await openStore({ url: database.url, connections: 2 });
  expect(await store.api_keys.authenticate(secret)).toMatchObject({ organization_id: organization.organization_id });

  const made = JSON.parse(assay('create', '--org', 'Platform team', '--expires', '90d', '--json').stdout);
  const { created_at, expires_at } = made.api_key;
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(90 * 24 * 3_600_000);
  expect(await store.api_keys.authenticate(made.secret)).toMatchObject({
    organization_id: organization.organization_id,
  });
  expect(assay('list').stdout).not.toContain(made.api_key.api_key_id);
  expect(assay('list', '--org', organization.organization_id).stdout).toMatch(
    new RegExp(`${made.api_key.api_key_id} .* used never +expires ${expires_at.slice(0, 10)}\n`),
  );

  expect(org('rename', 'Platform team', 'Platform')).toMatchObject({ status: 0 });
  const { organizations } = JSON.parse(org('list').stdout);
  expect(organizations.map(({ name }: { name: string }) => name)).toEqual(['My organization', 'Platform']);
  const unknown = assay('list', '--org', 'Platform team');
  expect([unknown.status, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('there is no organization Platform team'),
  ]);
  const invited = org('invite', 'Platform', '--role', 'owner', '--note', 'Ann', '--url', 'https://assay.example/x/');
  const { invitation, link } = JSON.parse(invited.stdout);
  expect(link).toMatch(/^https:\/\/assay\.example\/x\/join#token=[\w-]{43}$/);
  const { organization_id } = organization;
  const joined = await store.members.create(organization_id, { name: 'Bob', email: null, role: 'viewer' });
  expect(JSON.parse(org('role', 'Platform', 'Bob', 'owner').stdout)).toMatchObject({ member: { role: 'owner' } });
  // members choose their names
  const eve = await store.members.create(organization_id, { name: 'ann@example.com', email: null, role: 'viewer' });
  expect(org('role', 'Platform', 'ann@example.com', 'owner')).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('there is no member ann@example.com'),
  });
  await store.members.remove(organization_id, eve.member_id);
  expect(JSON.parse(org('members', 'Platform').stdout)).toMatchObject({
    members: [{ member_id: joined.member_id, role: 'owner' }],
    invitations: [invitation],
  });
  const signIn = JSON.parse(org('sign-in', 'Platform', joined.member_id).stdout);
  expect(signIn.link).toMatch(/^http:\/\/127\.0\.0\.1:4600\/login#token=/);
  expect(await store.sessions.useLink(signIn.link.split('=')[1])).toMatchObject({ actor: joined.member_id });
  expect(org('remove', 'Platform', 'Bob')).toMatchObject({ status: 0 });
  expect(org('remove', 'Platform', 'Bob')).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('no member Bob'),
  });
  expect(org('invite', 'Platform', '--role', 'admin')).toMatchObject({ status: 2 });
  await store.sessions.create({ organization_id, scopes: ['read'], actor: 'test' });
  const { sign_ins } = JSON.parse(org('sign-ins', 'Platform').stdout);
  expect(sign_ins).toMatchObject([{ actor: 'test', scopes: ['read'] }]);
  expect(org('sign-out', 'Platform', sign_ins[0].sign_in_id)).toMatchObject({ status: 0 });
  expect(org('sign-out', 'Platform', sign_ins[0].sign_in_id)).toMatchObject({ status: 2 });
  const { audit_log } = JSON.parse(org('audit', 'Platform').stdout);
  expect(audit_log.slice(0, 2)).toMatchObject([
    { actor: 'assay org', action: 'sign_in.end' },
    { actor: 'assay org', action: 'member.remove', target: joined.member_id },
  ]);
  expect(org('delete', 'Platform')).toMatchObject({ status: 2, stdout: expect.stringContaining('add --yes') });
  expect(org('delete', 'My organization', '--yes')).toMatchObject({ status: 2 });
  expect(org('delete', 'Platform', '--yes')).toMatchObject({ status: 0 });
  expect(JSON.parse(org('list').stdout).organizations).toMatchObject([{ name: 'My organization' }]);
  expect(await store.deleted_organizations.list()).toEqual([]);
  expect(org('create')).toMatchObject({ status: 2, stdout: expect.stringContaining('expected a name, such as') });
  expect(org('create', ' ')).toMatchObject({ status: 2, stdout: expect.stringContaining('usage') });
});

test('creates no database where no server was started, and gives a hint', async () => {
  for (const action of ['create', 'list']) {
    const refused = assayHere(action);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain(`no server database in ${join(folder, '.assay/db')}`);
    expect(refused.stderr).toContain('--root');
  }
  expect(await readdir(folder)).toEqual([]);
});

test('--root creates a database in that folder, and later commands find it', async () => {
  const made = assayHere('create', '--root', '.assay', '--json');
  expect(made, made.stderr).toMatchObject({ status: 0 });
  const { api_key, database: named } = JSON.parse(made.stdout);
  expect(named).toBe(join(folder, '.assay/db'));
  const listed = assayHere('list');
  expect(listed, listed.stderr).toMatchObject({ status: 0, stderr: '' });
  expect(listed.stdout).toContain(api_key.api_key_id);
  expect(listed.stdout).toContain(`\nDatabase: ${named}\n`);
}, 120_000);
