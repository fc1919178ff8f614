import { JudgeSpec, type RunId } from '@assay/schema';
import type { V1Job } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type KubernetesApi, startKubernetesApi } from '../../test/kubernetes-api.ts';
import { prepareOrders, slowAgent, testHost } from '../../test/queued-runs.ts';
import { createQueue, type Queue } from '../queue/queue.ts';
import { openStore, type Store } from '../store/store.ts';
import { readClaim, runClaimed } from '../worker/run-claimed.ts';
import type { WorkerEvent } from '../worker/worker-event.ts';
import { runKubernetesWorker } from './worker.ts';

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

const ANY = { containerStatuses: [] };
const container = (state: object) => ({
  containerStatuses: [{ name: 'run', image: 'assay:1', imageID: '', ready: false, restartCount: 0, state }],
});

/** Does what the container of a Job does: executes the run that it was given, in this process. */
async function runPod(job: V1Job, api: KubernetesApi): Promise<void> {
  api.setPod(job, { ...ANY, phase: 'Running' });
  const [pod] = job.spec?.template.spec?.containers ?? [];
  const ended = await runClaimed({
    store,
    url: database.url,
    claim: readClaim(pod?.env?.find(({ name }) => name === 'ASSAY_CLAIM')?.value),
    sandbox: { readable: [] },
    images: 'none',
    labels: {},
    allowed_hosts: [],
    judge: JudgeSpec.parse({ use: 'heuristic' }),
    host: testHost,
    harness_version: '0.0.0-test',
    onEvent: () => undefined,
    signal: new AbortController().signal,
  });
  api.endJob(job, { type: ended ? 'Complete' : 'Failed' });
}

function startController(api: KubernetesApi) {
  const events: WorkerEvent[] = [];
  const now = new AbortController();
  const ended = runKubernetesWorker({
    store,
    url: database.url,
    name: 'controller',
    concurrency: 3,
    kubeconfig: api.kubeconfig,
    settings: { image: 'assay:1', secret: 'assay', sandbox: 'bwrap', arguments: [] },
    labels: {},
    onEvent: (event) => events.push(event),
    draining: new AbortController().signal,
    signal: now.signal,
  });
  return {
    events,
    async until(kind: WorkerEvent['kind'], run_id?: RunId): Promise<void> {
      const isIt = (event: WorkerEvent): boolean =>
        event.kind === kind && (run_id === undefined || ('run_id' in event && event.run_id === run_id));
      const happens = expect.poll(() => events.some(isIt), { timeout: 60_000, interval: 50 }).toBe(true);
      await Promise.race([happens, ended]);
      expect(events.some(isIt), JSON.stringify(events)).toBe(true);
    },
    async [Symbol.asyncDispose]() {
      now.abort();
      await ended;
    },
  };
}

const nop = { id: 'nop', type: 'nop' };
const oracle = { id: 'oracle', type: 'oracle' };

test('a run is executed by the pod of its Job and ends once, also if watches expire', async () => {
  const { organization_id, order } = await prepareOrders(store);
  await using api = await startKubernetesApi({ onJob: (job, api) => void runPod(job, api) });
  await using controller = startController(api);
  await controller.until('ready');
  api.fail(503, 1);
  const [first] = await queue.enqueueRun(organization_id, order(oracle));
  await controller.until('finished', first?.run_id);
  const before = api.watches;
  api.expireWatches();
  await expect.poll(() => api.watches, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 2);
  const rest = await queue.enqueueRun(
    organization_id,
    order(nop, { repeat: 2, needs: { labels: { executor: 'kubernetes' } } }),
  );
  for (const { run_id } of [first, ...rest].flatMap((run) => run ?? [])) {
    await controller.until('finished', run_id);
    expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
      { worker: 'controller', status: 'finished' },
    ]);
    expect(await store.grades.list(organization_id, run_id)).toHaveLength(1);
    expect(await store.evaluations.findOfRun(organization_id, run_id)).toBeDefined();
  }
});

test('what goes wrong in the cluster is retried and never booked on the agent', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const failures: ((job: V1Job, api: KubernetesApi) => void)[] = [
    (job, api) => {
      // nobody tells the controller: it has to list again
      api.expireWatches();
      api.setPod(job, {
        phase: 'Pending',
        ...container({ waiting: { reason: 'ImagePullBackOff', message: 'no such image' } }),
      });
    },
    (job, api) => api.setPod(job, { phase: 'Failed', reason: 'Evicted', message: 'low on memory', ...ANY }),
    (job, api) => {
      api.setPod(job, { phase: 'Running', ...ANY });
      api.endJob(job, { type: 'Failed', reason: 'DeadlineExceeded' });
    },
    (job, api) =>
      api.setPod(
        job,
        { phase: 'Failed', ...container({ terminated: { exitCode: 3 } }) },
        'assay: no sandbox is available\n',
      ),
    (job, api) => void runPod(job, api),
  ];
  await using api = await startKubernetesApi({ onJob: (job, api) => failures.shift()?.(job, api) });
  await using controller = startController(api);
  const [asked] = await queue.enqueueRun(organization_id, order(oracle));
  const run_id = asked?.run_id as RunId;
  await controller.until('finished', run_id);
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
    { status: 'failed', problem: 'the container of assay:1 does not start: no such image' },
    { status: 'failed', problem: 'the pod was evicted: low on memory' },
    { status: 'failed', problem: 'the Job took longer than its deadline of 2400 s' },
    {
      status: 'failed',
      problem: 'the worker in the pod exited with code 3. Its last output:\nassay: no sandbox is available',
    },
    { status: 'finished', problem: null },
  ]);
  expect(await store.runs.find(organization_id, run_id)).toMatchObject({ result: 'passed', attempt: 5 });
  // only the Job with the result is left, until its time is over
  expect([...api.jobs.keys()]).toEqual([`assay-${run_id.replace('_', '-')}-5`]);
});

test('a lost controller loses nothing: the next one takes over its Jobs and deletes those without a run', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const waiting = new Map<string, V1Job>();
  await using api = await startKubernetesApi({
    onJob: (job, api) => {
      api.setPod(job, { phase: 'Pending', ...ANY });
      waiting.set(job.metadata?.labels?.['assay.dev/run-id'] ?? '', job);
    },
  });
  const [kept, canceled] = await queue.enqueueRuns(organization_id, [order(oracle), order(slowAgent(200))]);
  {
    await using _lost = startController(api);
    await expect.poll(() => waiting.size, { timeout: 60_000 }).toBe(2);
  }
  expect(await store.runs.find(organization_id, kept?.run_id as RunId)).toMatchObject({
    status: 'running',
    attempt: 1,
  });
  await queue.cancelRun(organization_id, canceled?.run_id as RunId);
  await using controller = startController(api);
  await expect.poll(() => api.jobs.size, { timeout: 60_000 }).toBe(1);
  await controller.until('taken', kept?.run_id);
  await runPod(waiting.get(kept?.run_id ?? '') as V1Job, api);
  await controller.until('finished', kept?.run_id);
  expect(await store.run_attempts.list(organization_id, kept?.run_id as RunId)).toMatchObject([
    { attempt: 1, status: 'finished' },
  ]);
});

test('says what is wrong with a cluster that cannot be used', async () => {
  await using api = await startKubernetesApi({ onJob: () => undefined });
  api.fail(403, 1);
  const controller = startController(api);
  await expect(controller[Symbol.asyncDispose]()).rejects.toThrow(
    'Cannot list Jobs in the namespace evals: the API is not ready (403)',
  );
});
