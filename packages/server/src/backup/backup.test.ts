import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrganizationId } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keepFiles } from '../../test/contents.ts';
import { createOrganization, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { buildEvaluation, findDrift } from '../../test/evaluations.ts';
import { fillTables, listColumns } from '../../test/fill-tables.ts';
import { prepareOrders } from '../../test/queued-runs.ts';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { startWorker } from '../../test/start-worker.ts';
import { requireOwnCurrent } from '../blobs/require-own-blobs.ts';
import { createQueue } from '../queue/queue.ts';
import { MIGRATIONS } from '../store/schema/index.ts';
import { openPool } from '../store/sql/connection.ts';
import { openCopyClient } from '../store/sql/copy-client.ts';
import { formatId } from '../store/sql/ids.ts';
import { migrate } from '../store/sql/migrate.ts';
import { query, sql } from '../store/sql/sql.ts';
import { openStore, type Store } from '../store/store.ts';
import { openArchiveWriter } from './archive-writer.ts';
import { createBackup } from './create-backup.ts';
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const AGENTS = ['one', 'two', 'three', 'four'];
const { signal } = new AbortController();

let folder: string;
let s3: S3Server;
let source: TestDatabase;
let store: Store;
const closing = new AsyncDisposableStack();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  s3 = closing.use(await startS3Server());
  source = closing.use(await createTestDatabase());
  store = closing.use(await openStore({ url: source.url, connections: 6, environment: s3.environment }));
});
afterAll(() => closing.disposeAsync());

const backUp = (url: string, name: string, environment: Record<string, string>, blobs = true) =>
  createBackup({
    ...{ url, environment, file: join(folder, name), blobs, assay_version: '0.0.0-test', now: Date.now },
    ...{ onTable: () => undefined, signal },
  });

async function restore(url: string, name: string, environment: Record<string, string> = {}) {
  const file = join(folder, name);
  const verified = await readBackup(file);
  return await restoreBackup({ url, environment, file, verified, onTable: () => undefined, signal });
}

/** Appends evaluations until disposed, several at a time. */
function startWriters(organization_id: OrganizationId) {
  const acknowledged: string[] = [];
  let stopped = false;
  const writers = AGENTS.map(async (agent_id, index) => {
    while (!stopped) {
      const request = buildEvaluation({ agent_id, passed: acknowledged.length % 3 > 0, latency_ms: index });
      acknowledged.push((await store.evaluate(organization_id, request)).evaluation.evaluation_id);
    }
  });
  return {
    acknowledged,
    async [Symbol.asyncDispose]() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

/** Makes everyone who reads a table wait. */
async function holdTable(name: string) {
  const client = await openCopyClient(source.url);
  await client.begin('read committed');
  await client.run({ strings: [`lock table ${name} in access exclusive mode`], values: [] });
  const countWaiting = async (): Promise<number> => {
    await using pool = openPool({ url: source.url, connections: 1 });
    return await pool.run(sql`select from pg_locks where relation = ${name}::regclass and not granted`);
  };
  return {
    reached: () => expect.poll(countWaiting).toBeGreaterThan(0),
    release: () => client.commit().then(() => client[Symbol.asyncDispose]()),
  };
}

test('a backup taken while others write is one moment of the database, and a restored one goes on', async () => {
  const files = await keepFiles(store, {
    'a.txt': 'a'.repeat(9_000),
    'tabs.txt': 'tab\tand\\N and\nlines',
    'empty.txt': '',
  });
  const inside = await openStore({ url: source.url, connections: 1 });
  const plain = await keepFiles(inside, { 'b.txt': 'in the database' });
  await inside[Symbol.asyncDispose]();
  const { organization_id, order } = await prepareOrders(store);
  await requireOwnCurrent(store, () => undefined);
  await using queue = createQueue({ url: source.url, store });
  const [queued] = await queue.enqueueRun(organization_id, order({ id: 'oracle', type: 'oracle' }));
  const before: string[] = [];
  let during = 0;
  {
    await using writers = startWriters(organization_id);
    await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(200);
    before.push(...writers.acknowledged);
    const gate = await holdTable('organizations');
    const taking = backUp(source.url, 'first.backup', s3.environment);
    // evaluations are copied before this table and their agents after it
    await gate.reached();
    await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(before.length + 200);
    await gate.release();
    const taken = await taking;
    during = writers.acknowledged.length - before.length;
    expect(taken.damaged).toEqual([]);
    expect(taken.tables.find(({ name }) => name === 'evaluations')?.rows).toBeGreaterThanOrEqual(before.length);
  }
  expect(during).toBeGreaterThan(200);
  expect((await stat(join(folder, 'first.backup'))).mode & 0o777).toBe(0o600);

  // into another database, whose contents go to a folder
  const environment = { ASSAY_BLOBS: `fs:${join(folder, 'blobs')}` };
  await using target = await createTestDatabase({ empty: true });
  await expect(restore(target.url, 'first.backup', s3.environment)).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringContaining('belongs to another database'),
  });
  const manifest = await restore(target.url, 'first.backup', environment);
  const again = await backUp(target.url, 'second.backup', environment);
  const moved = ({ tables }: typeof manifest) => tables.filter(({ name }) => name !== 'evidence_parts');
  expect(moved(again)).toEqual(moved(manifest));
  expect(again.blobs).toEqual(manifest.blobs);
  await using restored = await openStore({ url: target.url, connections: 6, environment });
  for (const agent_id of AGENTS) {
    const { found, expected, log } = await findDrift(restored, { organization_id, agent_id });
    expect(found).toEqual(expected);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  }
  const kept = await listEvaluationIds(target.url);
  expect(before.filter((id) => !kept.has(id))).toEqual([]);
  expect(await files.read(restored, 'a.txt')).toBe('a'.repeat(9_000));
  expect(await files.read(restored, 'tabs.txt')).toBe('tab\tand\\N and\nlines');
  expect(await files.read(restored, 'empty.txt')).toBe('');
  expect(await plain.read(restored, 'b.txt')).toBe('in the database');

  // the queue is created again: a run that waited is executed, and so is a new one; counters count
  await using fresh = createQueue({ url: target.url, store: restored });
  const [more] = await fresh.enqueueRun(organization_id, order({ id: 'nop', type: 'nop' }));
  await using worker = startWorker({ store: restored, url: target.url });
  await worker.until('finished', queued?.run_id ?? '');
  await worker.until('finished', more?.run_id ?? '');
  expect(await restored.runs.find(organization_id, queued?.run_id as never)).toMatchObject({ overall: 'PASS' });
  const { evaluation } = await restored.evaluate(organization_id, buildEvaluation({ agent_id: 'one' }));
  expect(evaluation.seq).toBe((await findDrift(restored, { organization_id, agent_id: 'one' })).log.length);
});

const listEvaluationIds = async (url: string): Promise<Set<string>> => {
  await using pool = openPool({ url, connections: 1 });
  const rows = await pool.list(query(z.object({ id: z.string() }))`select evaluation_id as id from evaluations`);
  return new Set(rows.map(({ id }) => formatId('evl', id)));
};

test('every column of every table comes back, also from a schema that is older', async () => {
  for (const [name, count] of Object.entries({ new: MIGRATIONS.length, old: 1 })) {
    await using from = await createTestDatabase({ empty: true });
    await using pool = openPool({ url: from.url, connections: 1 });
    await migrate(pool, MIGRATIONS.slice(0, count));
    await fillTables(pool, await listColumns(pool));
    const saved = await backUp(from.url, `${name}.backup`, {});
    expect(saved.tables.filter(({ rows }) => rows !== 1)).toEqual([]);
    await using to = await createTestDatabase({ empty: true });
    // the rows of the test have their contents inside, so that nothing is written to the folder
    await restore(to.url, `${name}.backup`, { ASSAY_BLOBS: `fs:${join(folder, 'unused')}` });
    await migrate(pool, MIGRATIONS);
    const [expected, found] = [
      await backUp(from.url, `${name}-migrated.backup`, {}),
      await backUp(to.url, `${name}-restored.backup`, {}),
    ];
    expect(found).toEqual(expected);
  }
});

test('a backup says that it waits for another one, and fails if it loses what keeps blobs from being deleted', async () => {
  let waited = 0;
  const onWait = () => {
    waited += 1;
  };
  const take = (name: string) =>
    createBackup({
      ...{ url: source.url, environment: s3.environment, file: join(folder, name), blobs: true },
      ...{ assay_version: '0.0.0-test', now: Date.now, onTable: () => undefined, onWait, signal },
    });
  let waiting: ReturnType<typeof take> | undefined;
  await store.transaction(async ({ blob_stores }) => {
    await blob_stores.lockForBackup();
    waiting = take('waited.backup');
    await expect.poll(() => waited).toBe(1);
  });
  await waiting;

  const gate = await holdTable('organizations');
  const taking = take('unguarded.backup');
  const refused = expect(taking).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('was lost'),
  });
  await gate.reached();
  await using pool = openPool({ url: source.url, connections: 1 });
  const ended = await pool.run(sql`
    select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and mode = 'ExclusiveLock' and datname = current_database()`);
  expect(ended).toBe(1);
  await gate.release();
  await refused;
  expect(await readdir(folder)).not.toContain('unguarded.backup');
  expect(waited).toBe(1);
});

test('a database that is not empty is refused, and left alone', async () => {
  await backUp(source.url, 'plain.backup', s3.environment);
  await using other = await createTestDatabase();
  await expect(restore(other.url, 'plain.backup')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('not empty'),
  });
  await expect(backUp(source.url, 'plain.backup', s3.environment)).rejects.toMatchObject({ code: 'unwritable_file' });
});

test('a damaged, truncated, newer or foreign file is refused before anything is written', async () => {
  await createOrganization(store);
  await backUp(source.url, 'whole.backup', s3.environment);
  const whole = await readFile(join(folder, 'whole.backup'));
  const refused = async (name: string, content: Buffer, problem: RegExp) => {
    await writeFile(join(folder, name), content);
    await expect(readBackup(join(folder, name)), name).rejects.toMatchObject({
      code: 'invalid_backup',
      message: expect.stringMatching(problem),
    });
  };
  for (const length of [0, 0.1, 0.5, 0.9].map((share) => Math.floor(whole.length * share)).concat(whole.length - 100))
    await refused(`cut-${length}`, whole.subarray(0, length), /incomplete/);
  for (const share of [0.2, 0.5, 0.8]) {
    const flipped = Buffer.from(whole);
    const at = Math.floor(whole.length * share);
    flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    await refused(`flipped-${share}`, flipped, /./);
  }
  await refused('text', Buffer.from('not an archive'), /damaged or incomplete/);
  await expect(readBackup(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'unreadable_file' });

  const { header, manifest } = await readBackup(join(folder, 'whole.backup'));
  const rewrite = async (name: string, files: Record<string, unknown>) => {
    await using archive = await openArchiveWriter(join(folder, name));
    for (const [file, document] of Object.entries(files))
      await archive.add(file, Buffer.from(JSON.stringify(document)));
    await archive.finish();
    return readFile(join(folder, name));
  };
  const migrations = [...header.migrations, { number: 99, name: 'future', digest: 'f'.repeat(64) }];
  const newer = { ...header, assay_version: '9.9.9', migrations };
  await refused('is-newer', await rewrite('newer', { 'backup.json': newer }), /newer Assay \(9\.9\.9\)/);
  const other = header.migrations.map((one) => ({ ...one, digest: 'f'.repeat(64) }));
  await refused(
    'is-other',
    await rewrite('other', { 'backup.json': { ...header, migrations: other } }),
    /another build/,
  );
  await refused('is-tar', await rewrite('tar', { 'readme.md': 'hello' }), /expected a backup of Assay/);
  const emptied = { 'backup.json': header, 'manifest.json': manifest };
  await refused('is-emptied', await rewrite('emptied', emptied), /is damaged: its digest differs/);
  const strange = { 'backup.json': header, 'tables/../../etc/passwd': 'x' };
  await refused('is-strange', await rewrite('strange', strange), /unexpected file/);
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('rows that the database refuses leave it empty', async () => {
  await backUp(source.url, 'good.backup', s3.environment);
  const { header, manifest } = await readBackup(join(folder, 'good.backup'));
  await using target = await createTestDatabase({ empty: true });
  const large = `${'x'.repeat(200_000)}\n`.repeat(50);
  for (const [name, rows] of Object.entries({ short: 'not a uuid\n', large })) {
    {
      await using archive = await openArchiveWriter(join(folder, `bad-${name}.backup`));
      const digest = createHash('sha256').update(rows).digest('hex');
      const table = manifest.tables.find((one) => one.name === 'organizations');
      const blobs = { count: 0, bytes: 0, digest: createHash('sha256').digest('hex') };
      const bad = { tables: [{ ...table, digest }], blobs, damaged: [] };
      await archive.add('backup.json', Buffer.from(JSON.stringify(header)));
      await archive.add('tables/organizations/1', Buffer.from(rows));
      await archive.add('manifest.json', Buffer.from(JSON.stringify(bad)));
      await archive.finish();
    }
    await expect(restore(target.url, `bad-${name}.backup`)).rejects.toMatchObject({ name: 'AssayError' });
  }
  await restore(target.url, 'good.backup');
});

test('a missing blob is named and does not prevent a backup; without blobs, rows say where they still are', async () => {
  const lost = await keepFiles(store, { 'lost.txt': 'soon gone' });
  const blob = [...s3.objects.keys()].at(-1) ?? '';
  s3.objects.delete(blob);
  const { damaged } = await backUp(source.url, 'lost.backup', s3.environment);
  expect(damaged).toMatchObject([
    { blob: blob.slice('assay/test/'.length), problem: expect.stringContaining('is missing') },
  ]);
  const files = await keepFiles(store, { 'kept.txt': 'stays in the object store' });
  const without = await backUp(source.url, 'without.backup', s3.environment, false);
  expect(without.blobs).toMatchObject({ count: 0, bytes: 0 });
  await using target = await createTestDatabase({ empty: true });
  await restore(target.url, 'without.backup');
  await using restored = await openStore({ url: target.url, connections: 2, environment: s3.environment });
  expect(await files.read(restored, 'kept.txt')).toBe('stays in the object store');
  await expect(lost.read(restored, 'lost.txt')).rejects.toMatchObject({ code: 'blob_damaged' });

  // a backup with blobs needs no object store to be read
  await using alone = await createTestDatabase({ empty: true });
  await backUp(source.url, 'with.backup', s3.environment);
  await restore(alone.url, 'with.backup');
  await using offline = await openStore({ url: alone.url, connections: 2 });
  expect(await files.read(offline, 'kept.txt')).toBe('stays in the object store');
});
