import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { prepareOrders } from '../../test/queued-runs.ts';
import { startWorker } from '../../test/start-worker.ts';
import { explainWaiting } from '../queue/explain-waiting.ts';
import { createQueue, type Queue } from '../queue/queue.ts';
import { openStore, type Store } from '../store/store.ts';
import type { WorkerEvent } from './worker-event.ts';

let database: TestDatabase;
let store: Store;
let queue: Queue;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await openStore({ url: database.url, connections: 6 });
  queue = createQueue({ url: database.url, store });
}, 120_000);
afterAll(async () => {
  await queue[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const start = (options: Partial<Parameters<typeof startWorker>[0]> = {}) =>
  startWorker({ store, url: database.url, ...options });

const nop = { id: 'nop', type: 'nop' };
const needs = { labels: { gpu: 'a100' } };

test('only a worker that offers what a run needs takes it; until then the run says what is missing', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const [special] = await queue.enqueueRun(organization_id, order(nop, { needs, priority: 100 }));
  const run_id = special?.run_id as never;
  expect(await explainWaiting(store, organization_id, run_id)).toBe(
    'No worker was seen in the last minute. Start one with `assay worker`.',
  );
  {
    await using plain = start({ name: 'plain', labels: { gpu: 'h100' } });
    const { runs, reason } = await plain.until('stranded');
    expect(runs).toBe(1);
    expect(reason).toBe(
      `No worker offers the label gpu=a100. The worker seen in the last minute offers the labels arch=${process.arch}, gpu=h100, os=${process.platform}.`,
    );
    expect(await explainWaiting(store, organization_id, run_id)).toBe(reason);
    const [usual] = await queue.enqueueRun(organization_id, order(nop));
    await plain.until('finished', usual?.run_id as never);
    expect(plain.events.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
  }
  await using fitting = start({ name: 'fitting', labels: { gpu: 'a100' } });
  await fitting.until('finished', run_id);
  expect(await explainWaiting(store, organization_id, run_id)).toBeNull();
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
    { worker: 'fitting', status: 'finished' },
  ]);
});

test('priority and concurrency limits hold across runs with and without needs', async () => {
  const { organization_id, order } = await prepareOrders(store, { concurrency_limit: 1 });
  const orders = [order(nop), order(nop, { needs }), order(nop, { priority: 5 }), order(nop, { needs, priority: 9 })];
  const asked = await queue.enqueueRuns(organization_id, orders);
  const log: WorkerEvent[] = [];
  await using worker = start({ concurrency: 3, labels: { gpu: 'a100' }, log });
  for (const { run_id } of asked) await worker.until('finished', run_id);
  const turns = log.flatMap((event): (number | string)[] => {
    if (event.kind === 'taken') return [asked.findIndex(({ run_id }) => run_id === event.run_id)];
    return event.kind === 'step' && event.step === 'keep' ? ['done'] : [];
  });
  expect(turns).toEqual([3, 'done', 2, 'done', 0, 'done', 1, 'done']);
});

test('creates a new job for a run with needs that lost its job', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const [asked] = await queue.enqueueRun(organization_id, order(nop, { needs }));
  await store.jobs.executeSql('delete from assay_queue.job where name = $1', ['runs_with_needs']);
  await using _plain = start({ name: 'plain' });
  await using worker = start({ name: 'fitting', labels: { gpu: 'a100' } });
  await worker.until('finished', asked?.run_id as never);
});
