import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunId } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keepFiles } from '../../../test/contents.ts';
import { createOrganization, newId } from '../../../test/database.ts';
import { prepareOrders } from '../../../test/queued-runs.ts';
import { buildRun, buildTask } from '../../../test/runs.ts';
import { type S3Fault, type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { startWorker } from '../../../test/start-worker.ts';
import { useStore } from '../../../test/use-store.ts';
import { moveBlobs } from '../../blobs/move-blobs.ts';
import { createQueue } from '../../queue/queue.ts';
import { startServer } from '../../start-server.ts';
import { SILENT } from '../../telemetry/log.ts';
import { collectBlobs } from '../../upkeep/collect-blobs.ts';
import { deleteBlobs } from '../../upkeep/delete-blobs.ts';
import { expireEvidence } from '../../upkeep/expire-evidence.ts';
import type { Pool } from '../sql/connection.ts';
import { toUuid } from '../sql/ids.ts';
import { query, sql } from '../sql/sql.ts';
import { openStore, type Store } from '../store.ts';
import type { PutContents } from '../tables/contents/evidence-parts.ts';
import { OWNER_BLOB } from './blob-name.ts';
import { createS3Client } from './s3-client.ts';

const DAYS_MS = 24 * 3_600_000;

let s3: S3Server;
let folder: string;
let database_url: string;
let plain: Store;
let pool: Pool;
const closing = new AsyncDisposableStack();
useStore({ connections: 2 }, (opened) => {
  database_url = opened.database.url;
  plain = opened.store;
  pool = opened.pool;
});
beforeAll(async () => {
  s3 = closing.use(await startS3Server());
  folder = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
});
afterAll(() => closing.disposeAsync());

const openWith = (environment: Record<string, string>) => openStore({ url: database_url, connections: 2, environment });
const environments = {
  folder: () => ({ ASSAY_BLOBS: `fs:${folder}` }),
  s3: () => ({ ...s3.environment }),
};

const LONG = 'a line that compresses well\n'.repeat(1_000);
const Place = z.object({ location: z.string(), stored: z.boolean() });
const listPlaces = () =>
  pool.list(query(Place)`select distinct location, content is not null as stored from evidence_parts order by 1`);

test.each(['folder', 's3'] as const)('contents go to a %s, and are read by whoever finds their row', async (kind) => {
  await using store = await openWith(environments[kind]());
  const { read } = await keepFiles(store, { 'long.txt': LONG, 'short.txt': 'x', 'same.txt': 'x', 'empty.txt': '' });
  for (const [name, text] of Object.entries({ 'long.txt': LONG, 'short.txt': 'x', 'same.txt': 'x', 'empty.txt': '' }))
    expect(await read(store, name)).toBe(text);
  // a process with another setting reads where the row says
  await using other = await openWith({ ...environments.s3(), ...environments.folder() });
  expect(await read(other, 'long.txt')).toBe(LONG);
  expect(await listPlaces()).toContainEqual({ location: store.blobs.current?.location, stored: false });
  const before = await keepFiles(plain, { 'old.txt': 'in the database' });
  expect(await before.read(store, 'old.txt')).toBe('in the database');
});

test('the setting pg needs nothing outside, and says what is missing to read what is', async () => {
  await using store = await openWith(environments.s3());
  const { read } = await keepFiles(store, { 'a.txt': 'outside' });
  await expect(read(plain, 'a.txt')).rejects.toMatchObject({
    code: 'blobs_unavailable',
    message: expect.stringContaining('set AWS_ACCESS_KEY_ID'),
  });
});

test('a transaction that fails leaves a blob without a row, which is collected after a day', async () => {
  await using store = await openWith(environments.folder());
  const { read } = await keepFiles(store, { 'kept.txt': 'kept' });
  const organization_id = await createOrganization(store);
  const failing = () =>
    store.transaction(async ({ run_evidence }) => {
      await run_evidence.saveContent(organization_id, { name: 'a', content: Buffer.from('rolled back') });
      throw new Error('power loss');
    });
  await expect(failing()).rejects.toThrow('power loss');
  const list = async () => (await readdir(folder, { recursive: true })).filter((name) => name.length > 100);
  const before = await list();
  const { signal } = new AbortController();
  const collect = (now: number) => collectBlobs({ store, log: SILENT, now: () => now, signal });
  // a writer that was killed leaves a file with the name of its blob, and more
  const unfinished = join(folder, `${before[0]}.0123456789ab.new`);
  await writeFile(unfinished, 'half of');
  await writeFile(join(folder, 'unrelated.0123456789ab.new'), 'not of Assay');
  expect(await collect(Date.now())).toBe(0);
  expect((await list()).length).toBe(before.length + 1);
  expect(await collect(Date.now() + 2 * DAYS_MS)).toBe(1);
  expect((await list()).length).toBe(before.length - 1);
  expect(await readdir(folder)).toContain('unrelated.0123456789ab.new');
  expect(await read(store, 'kept.txt')).toBe('kept');

  // a copy of the database has the same rows; it must not delete what the first one needs
  await writeFile(join(folder, 'owner'), 'another database');
  await store.transaction(async ({ run_evidence }) => {
    await run_evidence.saveContent(organization_id, { name: 'a', content: Buffer.from('again') });
  });
  await pool.run(sql`delete from evidence_parts where organization_id = ${toUuid(organization_id)}`);
  expect(await collect(Date.now() + 2 * DAYS_MS)).toBe(0);

  // nor write there: the first one would delete that
  const foreign = { code: 'invalid_config', message: expect.stringContaining('belongs to another database') };
  const starting = startServer({
    ...{ root: folder, database_url, host: '127.0.0.1', port: 0, site: null, log: SILENT, now: Date.now },
    environment: environments.folder(),
  });
  await expect(starting).rejects.toMatchObject(foreign);
  await expect(startWorker({ store, url: database_url }).ended).rejects.toMatchObject(foreign);
  const moving = moveBlobs({ store, to: `fs:${folder}`, onProgress: () => undefined, signal });
  await expect(moving).rejects.toMatchObject(foreign);
  await rm(join(folder, 'owner'));
  expect(await collect(Date.now() + 2 * DAYS_MS)).toBe(1);

  // also after new contents go elsewhere, as long as the store has its mark
  await expect(failing()).rejects.toThrow('power loss');
  const collectLater = () => collectBlobs({ store: plain, log: SILENT, now: () => Date.now() + 2 * DAYS_MS, signal });
  const mark = await readFile(join(folder, 'owner'));
  await rm(join(folder, 'owner'));
  expect(await collectLater()).toBe(0);
  expect(await readdir(folder)).not.toContain('owner');
  await writeFile(join(folder, 'owner'), mark);
  expect(await collectLater()).toBe(1);
});

test('unused blobs of an object store are collected page by page; those of unknown organizations stay', async () => {
  await using store = await openWith(environments.s3());
  const organization_id = await createOrganization(store);
  const { read } = await keepFiles(store, { 'kept.txt': 'kept in s3' });
  for (let n = 0; n < 7; n++) {
    const saving = store.transaction(async ({ run_evidence }) => {
      await run_evidence.saveContent(organization_id, { name: 'a', content: Buffer.from(`lost ${n}`) });
      throw new Error('rolled back');
    });
    await expect(saving).rejects.toThrow('rolled back');
  }
  const unknown = `assay/test/01234567-89ab-cdef-0123-456789abcdef/${'a'.repeat(64)}.0123456789abcdef`;
  s3.objects.set(unknown, { content: Buffer.from('not ours'), modified: new Date(0) });
  s3.objects.set('assay/test/readme', { content: Buffer.from('not ours'), modified: new Date(0) });
  for (const object of s3.objects.values()) object.modified = new Date(0);
  const { signal } = new AbortController();
  expect(await collectBlobs({ store, log: SILENT, now: Date.now, signal })).toBe(7);
  expect([...s3.objects.keys()]).toEqual(expect.arrayContaining([unknown, 'assay/test/readme', 'assay/test/owner']));
  expect(await read(store, 'kept.txt')).toBe('kept in s3');
});

test('expired evidence is deleted with its blobs, except what others use', async () => {
  await using store = await openWith(environments.s3());
  const { organization_id, workspace_id, task_id } = await prepareOrders(store);
  await pool.run(sql`update workspaces set evidence_retention_days = 1 where workspace_id = ${toUuid(workspace_id)}`);
  const [old, young] = [buildRun({ task_id }), buildRun({ task_id })];
  const [expires, shared] = [Buffer.from('read by one run'), Buffer.from('read by both runs')];
  for (const run of [old, young]) {
    await store.runs.record(organization_id, { run, workspace_id });
    const file = { run_id: run.run_id, attempt: 0 };
    await store.run_evidence.put(organization_id, { ...file, name: 'shared', content: shared });
    if (run === old) await store.run_evidence.put(organization_id, { ...file, name: 'own', content: expires });
  }
  await pool.run(sql`
    update runs set finished_at = now() - case run_id when ${toUuid(old.run_id)} then interval '3 days' else '0' end
    where organization_id = ${toUuid(organization_id)}`);
  const listBlobs = () => [...s3.objects].filter(([key]) => key.includes(toUuid(organization_id)));
  const before = listBlobs();
  const { signal } = new AbortController();
  expect(await expireEvidence({ store, signal })).toBe(1);
  const left = new Set(listBlobs().map(([key]) => key));
  const gone = before.filter(([key]) => !left.has(key));
  expect(gone.map(([, { content }]) => content.toString())).toEqual(['read by one run']);
  const read = { run_id: young.run_id, attempt: 0, name: 'shared' };
  expect((await store.run_evidence.read(organization_id, read))?.toString()).toBe('read by both runs');
});

test('a worker keeps a finished run while the store is away', async () => {
  await using store = await openWith(environments.s3());
  const { organization_id, order } = await prepareOrders(store);
  await using queue = createQueue({ url: database_url, store });
  const [run] = await queue.enqueueRun(organization_id, order({ id: 'oracle', type: 'oracle' }));
  // several contents are put at once, and each is tried three times
  s3.fail('PUT', ...Array.from({ length: 36 }, () => 'busy' as const));
  await using worker = startWorker({ store, url: database_url });
  await worker.until('finished', run?.run_id);
  expect(worker.events.map(({ kind }) => kind)).toContain('trouble');
  const attempts = await store.run_attempts.list(organization_id, run?.run_id as RunId);
  expect(attempts).toMatchObject([{ attempt: 1, status: 'finished' }]);
});

test('no blob is deleted while a backup reads', async () => {
  await using store = await openWith(environments.s3());
  await keepFiles(store, { 'a.txt': 'read by a backup' });
  const blob = [...s3.objects.keys()].at(-1)?.slice('assay/test/'.length) ?? '';
  const contents = [{ location: store.blobs.current?.location ?? '', blob }];
  await store.transaction(async ({ blob_stores }) => {
    await blob_stores.lockForBackup();
    expect(await deleteBlobs(store, contents)).toBe(0);
  });
  expect(await deleteBlobs(store, contents)).toBe(1);
});

test.each<{ faults: S3Fault[]; method: string }>([
  { method: 'PUT', faults: ['busy', 'reset'] },
  { method: 'GET', faults: ['busy', 'truncated'] },
  { method: 'GET', faults: ['reset', 'reset'] },
])('$method is repeated after $faults', async ({ method, faults }) => {
  await using store = await openWith(environments.s3());
  s3.fail(method, ...faults);
  const { read } = await keepFiles(store, { 'a.txt': newId('run') + LONG });
  expect((await read(store, 'a.txt'))?.length).toBe(LONG.length + 30);
});

test('a store that does not answer is given up', async () => {
  const credentials = { access_key_id: 'AKIDTEST', secret_access_key: 'any', session_token: undefined };
  const place = { location: 's3://evidence', endpoint: s3.url, bucket: 'evidence', region: 'eu-test-1' };
  const client = createS3Client({ ...place, credentials, timeout_ms: 100 });
  s3.fail('DELETE', 'silent', 'silent', 'silent');
  await expect(client.send({ method: 'DELETE', key: 'a' })).rejects.toThrow(
    `the endpoint ${s3.url} did not answer in time`,
  );
});

test.each([
  {
    answer: '<Code>AuthorizationHeaderMalformed</Code><Region>eu-2</Region>',
    problem: 'Check the region eu-test-1; the bucket is in eu-2',
  },
  { answer: '<Code>InvalidAccessKeyId</Code>', problem: 'Check AWS_ACCESS_KEY_ID' },
  { answer: '<Code>RequestTimeTooSkewed</Code>', problem: 'Check the clock of this machine' },
  { answer: '<Code>AccessDenied</Code>', problem: 'Check the rights of the access key for the bucket evidence' },
  { answer: '', problem: 'Check the endpoint' },
])('the answer $answer names the part that is wrong', async ({ answer, problem }) => {
  await using server = createServer((_, response) => response.writeHead(400).end(`<Error>${answer}</Error>`));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { access_key_id: 'AKIDTEST', secret_access_key: 'any', session_token: undefined };
  const client = createS3Client({
    location: 's3://evidence',
    endpoint,
    bucket: 'evidence',
    region: 'eu-test-1',
    credentials,
  });
  await expect(client.send({ method: 'DELETE', key: 'a' })).rejects.toThrow(problem);
});

test('an endpoint whose host nobody knows is named', async () => {
  const credentials = { access_key_id: 'AKIDTEST', secret_access_key: 'any', session_token: undefined };
  const place = {
    location: 's3://evidence',
    endpoint: 'http://store.invalid',
    bucket: 'evidence',
    region: 'eu-test-1',
  };
  const client = createS3Client({ ...place, credentials, total_ms: 100 });
  await expect(client.send({ method: 'DELETE', key: 'a' })).rejects.toThrow('the endpoint http://store.invalid');
});

test('a folder that nobody can create is an error', async () => {
  await using store = await openWith({ ASSAY_BLOBS: 'fs:/proc/x/y' });
  await expect(store.blobs.current?.put(OWNER_BLOB, Buffer.from('mark'))).rejects.toMatchObject({
    code: 'blobs_unavailable',
    message: expect.stringContaining('fs:/proc/x/y cannot be used: ENOENT'),
  });
});

test('a bucket of another region is an error that says what to check', async () => {
  await using elsewhere = createServer((_, response) =>
    response.writeHead(301).end('<Error><Code>PermanentRedirect</Code></Error>'),
  ).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const endpoint = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const ASSAY_BLOBS = s3.setting.replace(s3.url, endpoint);
  await using store = await openWith({ ...environments.s3(), ASSAY_BLOBS });
  await expect(store.blobs.current?.get(OWNER_BLOB, { max_bytes: 1 })).rejects.toMatchObject({
    code: 'blobs_unavailable',
    message: expect.stringContaining(
      `it answered 301 PermanentRedirect. Check the endpoint ${endpoint} and the region`,
    ),
  });
});

test('all tries together end before a transaction does', async () => {
  const credentials = { access_key_id: 'AKIDTEST', secret_access_key: 'any', session_token: undefined };
  const place = { location: 's3://evidence', endpoint: s3.url, bucket: 'evidence', region: 'eu-test-1' };
  const client = createS3Client({ ...place, credentials, timeout_ms: 600_000, total_ms: 100 });
  const before = s3.requests.length;
  s3.fail('DELETE', 'silent');
  await expect(client.send({ method: 'DELETE', key: 'a' })).rejects.toThrow(
    `the endpoint ${s3.url} did not answer in time`,
  );
  expect(s3.requests.slice(before)).toEqual(['DELETE']);
});

test('contents are put before a transaction, each once, and one that expired meanwhile is put again', async () => {
  await using store = await openWith(environments.s3());
  const organization_id = await createOrganization(store);
  const keep = async (texts: Readonly<Record<string, string>>, put: PutContents) => {
    const task = buildTask();
    await store.tasks.keep(organization_id, task);
    const { task_id } = task;
    await store.transaction(({ task_files }) =>
      task_files.keep(organization_id, { task_id, files: listFiles(texts), put }),
    );
    for (const [name, text] of Object.entries(texts))
      expect((await store.task_files.read(organization_id, { task_id, name }))?.toString()).toBe(text);
  };
  const listFiles = (texts: Readonly<Record<string, string>>) =>
    ReadableStream.from(
      Object.entries(texts).map(([name, text]) => ({ name, executable: false, content: Buffer.from(text) })),
    );
  const countPuts = async (work: () => Promise<unknown>): Promise<number> => {
    const before = s3.requests.length;
    await work();
    return s3.requests.slice(before).filter((method) => method === 'PUT').length;
  };
  const texts = {
    ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.txt`, `text ${n}`])),
    'same.txt': 'text 7',
  };
  let put: PutContents = new Map();
  expect(await countPuts(async () => (put = await store.contents.put(organization_id, listFiles(texts))))).toBe(40);
  expect(await countPuts(() => keep(texts, put))).toBe(0);
  expect((await store.contents.put(organization_id, listFiles(texts))).size).toBe(0);
  expect(await countPuts(() => keep({ ...texts, 'more.txt': 'was there when it was looked for' }, new Map()))).toBe(1);
});

test('a store that stays away is an error that names it, and nothing is stored', async () => {
  await using store = await openWith(environments.s3());
  const organization_id = await createOrganization(store);
  s3.fail('PUT', 'busy', 'busy', 'busy');
  const content = Buffer.from('never stored');
  await expect(store.run_evidence.saveContent(organization_id, { name: 'a', content })).rejects.toMatchObject({
    code: 'blobs_unavailable',
    message: expect.stringContaining('it answered 503 SlowDown'),
  });
  const rows = await pool.list(query(z.object({}))`
    select from evidence_parts where organization_id = ${toUuid(organization_id)}`);
  expect(rows).toEqual([]);
  await using stranger = await openWith({ ...environments.s3(), AWS_SECRET_ACCESS_KEY: 'wrong' });
  await expect(stranger.run_evidence.saveContent(organization_id, { name: 'a', content })).rejects.toThrow(
    'it answered 403 SignatureDoesNotMatch. Check AWS_SECRET_ACCESS_KEY',
  );
  await using lost = await openWith({ ...environments.s3(), ASSAY_BLOBS: s3.setting.replace('evidence', 'elsewhere') });
  await expect(lost.run_evidence.saveContent(organization_id, { name: 'a', content })).rejects.toThrow(
    'NoSuchBucket. Check the name of the bucket',
  );
});

test.each(['folder', 's3'] as const)(
  'a missing, wrong or longer blob of a %s is never taken for the content',
  async (kind) => {
    await using store = await openWith(environments[kind]());
    const { read } = await keepFiles(store, { 'a.txt': `${newId('run')}${LONG}` });
    const damage = async (edit: (content: Buffer) => Buffer | null) => {
      const { blob } = await pool.get(query(z.object({ blob: z.string() }))`
      select blob from evidence_parts where blob is not null order by ctid desc limit 1`);
      if (kind === 's3') {
        const key = `assay/test/${blob}`;
        const edited = edit(s3.objects.get(key)?.content ?? Buffer.alloc(0));
        if (edited === null) s3.objects.delete(key);
        else s3.objects.set(key, { content: edited, modified: new Date() });
        return;
      }
      const [organization = '', file = ''] = blob.split('/');
      const path = join(folder, organization, file.slice(0, 2), file);
      const edited = edit(await readFile(path));
      if (edited === null) await rm(path);
      else await writeFile(path, edited);
    };
    const flip = (content: Buffer) => Buffer.from(content.map((byte, index) => (index === 20 ? byte ^ 1 : byte)));
    await damage(flip);
    await expect(read(store, 'a.txt')).rejects.toMatchObject({
      code: 'blob_damaged',
      message: expect.stringMatching(/does not match its digest/),
    });
    await damage(flip);
    expect((await read(store, 'a.txt'))?.length).toBeGreaterThan(0);
    await damage(() => Buffer.alloc(1_000_000));
    await expect(read(store, 'a.txt')).rejects.toMatchObject({ code: 'blob_damaged' });
    await damage(() => null);
    await expect(read(store, 'a.txt')).rejects.toMatchObject({
      code: 'blob_damaged',
      message: expect.stringMatching(/is missing/),
    });
  },
);
