import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization } from '../../test/database.ts';
import { killScript } from '../../test/processes.ts';
import { prepareOrders } from '../../test/queued-runs.ts';
import { buildRun } from '../../test/runs.ts';
import { useStore } from '../../test/use-store.ts';
import type { Pool } from '../store/sql/connection.ts';
import { toUuid } from '../store/sql/ids.ts';
import { sql } from '../store/sql/sql.ts';
import { openStore, type Store } from '../store/store.ts';
import { deleteBlobs } from '../upkeep/delete-blobs.ts';
import { checkBlobs } from './check-blobs.ts';

const { signal } = new AbortController();

let url: string;
let pool: Pool;
let folder: string;
let store: Store;
const closing = new AsyncDisposableStack();
useStore({ connections: 1 }, (opened) => {
  url = opened.database.url;
  pool = opened.pool;
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-faults-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  store = closing.use(await openStore({ url, connections: 6, environment: { ASSAY_BLOBS: `fs:${folder}` } }));
});
afterAll(() => closing.disposeAsync());

const check = () => checkBlobs({ store, onProgress: () => undefined, signal });

test('however often a process is killed, every row has its content, and every stored content has its row', async () => {
  const organization_id = await createOrganization(store);
  const killed = await Promise.all(
    [5, 40].map((lines) => killScript('append-contents.ts', { args: [url, organization_id, folder], lines })),
  );
  const { checked, damaged } = await check();
  expect(damaged).toEqual([]);
  expect(checked).toBeGreaterThanOrEqual(45);
  for (const digest of killed.flat())
    expect(await store.contents.find({ organization: toUuid(organization_id), digest })).toMatchObject({ digest });
});

test('a content that expires and is stored again before its blob is deleted is not lost', async () => {
  const { organization_id, workspace_id, task_id } = await prepareOrders(store);
  await pool.run(sql`update workspaces set evidence_retention_days = 1 where workspace_id = ${toUuid(workspace_id)}`);
  const content = Buffer.from('the same content in both runs');
  const saveRun = async (ended_at: string) => {
    const run = buildRun({ task_id, ended_at });
    await store.runs.record(organization_id, { run, workspace_id });
    await store.run_evidence.put(organization_id, { run_id: run.run_id, attempt: 0, name: 'same', content });
    return { run_id: run.run_id, attempt: 0, name: 'same' };
  };
  await saveRun('2020-01-01T00:00:00.000Z');
  const { runs, contents } = await store.transaction(({ evidence_retention }) => evidence_retention.expire(10));
  expect({ runs, contents: contents.length }).toEqual({ runs: 1, contents: 1 });
  const stored = await saveRun(new Date().toISOString());
  expect(await deleteBlobs(store, contents)).toBe(1);
  expect(await store.run_evidence.read(organization_id, stored)).toEqual(content);
  expect((await check()).damaged).toEqual([]);
});
