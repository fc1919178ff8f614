import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrganizationId } from '@assay/schema';
import { openDatabase, openStore, type Store } from '@assay/server';
import { type Asked, askForRuns, createCaller, createCounter, startProcess } from '../soak/queued-runs.ts';
import type { Measurement, Ratio } from './ratio.ts';

const [RUNS, WORKERS, LOOK_MS] = [100, 4, 1_000];
// agents mostly wait for their model
const WAITING = { id: 'waiting', type: 'command', command: 'sleep 3; echo done' };

export const WORKER: readonly Ratio[] = [
  {
    what: `time for ${RUNS} queued runs of an agent that waits 3 s, on ${WORKERS} workers`,
    against: 'the time of their attempts, divided by the workers',
    limit: { most: 1.15 },
    measure: timeWorkers,
  },
];

async function timeWorkers(): Promise<Measurement> {
  const root = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(root, { recursive: true, force: true }));
  const database = started.use(await openDatabase({ root, database_url: undefined }));
  const store = started.use(await openStore({ url: database.url, connections: 2 }));
  const server = started.use(startProcess(root, ['serve', '--port', '0', '--no-worker']));
  const { url, first_key } = await server.first<{ url: string; first_key: string }>();
  const call = createCaller(url, first_key);
  const workers = Array.from({ length: WORKERS }, (_, index) =>
    started.use(startProcess(root, ['worker', '--name', `${index}`, '--concurrency', '1'])),
  );
  for (const worker of workers) await worker.first();
  const runs = await askForRuns(call, RUNS, WAITING);
  const organization_id = (await call('GET', '/v1/organization'))['organization_id'] as OrganizationId;
  const countFinished = createCounter(store, { organization_id, runs });
  while ((await countFinished()) < RUNS) await pause(LOOK_MS);
  return await measureAttempts(store, { organization_id, runs });
}

// from the first start to the last end, so that the start of the workers does not count
async function measureAttempts(store: Store, { organization_id, runs }: Asked): Promise<Measurement> {
  let [first_ms, last_ms, busy_ms] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const run_id of runs)
    for (const { started_at, ended_at } of await store.run_attempts.list(organization_id, run_id)) {
      const [start_ms, end_ms] = [Date.parse(started_at), Date.parse(ended_at ?? started_at)];
      first_ms = Math.min(first_ms, start_ms);
      last_ms = Math.max(last_ms, end_ms);
      busy_ms += end_ms - start_ms;
    }
  return { subject: last_ms - first_ms, reference: busy_ms / WORKERS };
}
