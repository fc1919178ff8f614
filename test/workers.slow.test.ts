import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunId } from '@assay/schema';
import { type Database, openDatabase, openStore, type Store, type WorkerEvent } from '@assay/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueue, type Queue } from '../packages/server/src/queue/queue.ts';
import { startKubernetesApi } from '../packages/server/test/kubernetes-api.ts';
import { prepareOrders, slowAgent } from '../packages/server/test/queued-runs.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { inSoak } from './soak.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const PATIENCE_MS = 200_000;
const SHORT = inSoak(22, 100);

// all share the database that Assay manages, like `assay serve` and `assay worker` in one folder
let root: string;
let database: Database;
let store: Store;
let queue: Queue;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-workers-'));
  database = await openDatabase({ root, database_url: undefined });
  store = await openStore({ url: database.url, connections: 4 });
  // the shortest lease, because a test waits until it expires
  queue = createQueue({ url: database.url, store, lease_s: 10 });
});
afterAll(async () => {
  await queue[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

interface WorkerProcess extends AsyncDisposable {
  readonly name: string;
  readonly child: ChildProcess;
  readonly events: readonly WorkerEvent[];
  readonly ended: Promise<number | null>;
}

const startProcess = (name: string, concurrency: number, ...more: string[]): WorkerProcess =>
  startAssay(name, {
    args: ['worker', '--json', '--name', name, '--concurrency', String(concurrency), '--root', root, ...more],
  });

function startAssay(
  name: string,
  { args, env = {} }: { args: readonly string[]; env?: Record<string, string> },
): WorkerProcess {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...COMPILE_CACHE, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), HOME: root, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const events: WorkerEvent[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as WorkerEvent));
  return {
    name,
    child,
    events,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Waits for an event of a worker; fails with its last event if the worker ends. */
async function happens(worker: WorkerProcess, kind: WorkerEvent['kind']): Promise<void> {
  while (!worker.events.some((event) => event.kind === kind)) {
    if (worker.child.exitCode !== null)
      throw new Error(`Expected ${kind}, but ${worker.name} ended: ${JSON.stringify(worker.events.at(-1))}`);
    await pause(20);
  }
}

test('with two of three workers killed and one added, every run is graded exactly once and lost attempts are recorded', async () => {
  const { organization_id, workspace_id, order } = await prepareOrders(store);
  await using first = startProcess('first', 1);
  await using second = startProcess('second', 1);
  await using third = startProcess('third', 1);
  const workers = [first, second, third];
  for (const worker of workers) await happens(worker, 'ready');
  const long = await queue.enqueueRun(organization_id, order(slowAgent(20), { repeat: 2 }));
  const listBusy = () => workers.filter(({ events }) => events.some(({ kind }) => kind === 'taken'));
  await expect.poll(() => listBusy().length, { timeout: PATIENCE_MS, interval: 20 }).toBe(2);
  const victims = listBusy();
  for (const { child } of victims) child.kill('SIGKILL');
  const short = await queue.enqueueRun(organization_id, order({ id: 'oracle', type: 'oracle' }, { repeat: SHORT }));
  await using fourth = startProcess('fourth', 1);
  await expect
    .poll(
      async () => {
        const page = await store.runs.list(organization_id, { workspace_id, limit: 100, after: null });
        return page.items.filter(({ status }) => status === 'finished').length;
      },
      { timeout: PATIENCE_MS, interval: 200 },
    )
    .toBe(2 + SHORT);
  for (const { run_id } of [...long, ...short]) {
    expect(await store.grades.list(organization_id, run_id)).toHaveLength(1);
    expect(await store.agent_run_scores.list(organization_id, run_id)).toHaveLength(1);
    const attempts = await store.run_attempts.list(organization_id, run_id);
    expect(attempts.filter(({ status }) => status === 'finished')).toHaveLength(1);
    expect(attempts.at(-1)?.status).toBe('finished');
  }
  const names = victims.map(({ name }) => name);
  for (const { run_id } of long) {
    const [lost, ...others] = await store.run_attempts.list(organization_id, run_id);
    expect(lost?.status).toBe('lost');
    expect(names).toContain(lost?.worker);
    expect(names).not.toContain(others.at(-1)?.worker);
  }
  expect(fourth.child.exitCode).toBeNull();
  // each counts exactly once for the reputation of its agent
  await expect
    .poll(
      async () => {
        const found = await Promise.all(
          [...long, ...short].map(({ run_id }) => store.evaluations.findOfRun(organization_id, run_id)),
        );
        return found.filter((evaluation) => evaluation !== undefined).length;
      },
      { timeout: PATIENCE_MS, interval: 200 },
    )
    .toBe(2 + SHORT);
  const { items } = await store.evaluations.list(organization_id, { limit: 100, after: null });
  expect(items).toHaveLength(2 + SHORT);
});

test('SIGTERM lets a worker finish its runs; a second SIGTERM returns them to the queue', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const [patient] = await queue.enqueueRun(organization_id, order(slowAgent(3)));
  await using drained = startProcess('drained', 1);
  await happens(drained, 'taken');
  drained.child.kill('SIGTERM');
  expect(await drained.ended).toBe(0);
  expect(drained.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['draining', 'finished']));
  expect(await store.runs.find(organization_id, patient?.run_id as RunId)).toMatchObject({ status: 'finished' });

  const [hasty] = await queue.enqueueRun(organization_id, order(slowAgent(250)));
  await using stopped = startProcess('stopped', 1);
  await happens(stopped, 'taken');
  stopped.child.kill('SIGTERM');
  await happens(stopped, 'draining');
  stopped.child.kill('SIGTERM');
  expect(await stopped.ended).toBe(0);
  expect(await store.runs.find(organization_id, hasty?.run_id as RunId)).toMatchObject({ status: 'queued' });
  expect(await store.run_attempts.list(organization_id, hasty?.run_id as RunId)).toMatchObject([
    { worker: 'stopped', status: 'returned' },
  ]);
  await queue.cancelRun(organization_id, hasty?.run_id as RunId);
});

test('a worker waits for a database that dies during a run; nothing is lost or done twice', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const [asked] = await queue.enqueueRun(organization_id, order(slowAgent(3)));
  const run_id = asked?.run_id as RunId;
  await using worker = startProcess('patient', 1);
  await happens(worker, 'taken');
  const [pid] = (await readFile(join(root, 'db/data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await happens(worker, 'finished');
  // the connections of this process may have to reconnect first
  await expect
    .poll(() => store.runs.find(organization_id, run_id).catch(() => undefined), { timeout: PATIENCE_MS })
    .toMatchObject({ status: 'finished', overall: 'PASS' });
  expect(await store.grades.list(organization_id, run_id)).toHaveLength(1);
  expect(await store.evaluations.findOfRun(organization_id, run_id)).toMatchObject({ passed: true });
  expect(worker.events.map(({ kind }) => kind)).toContain('trouble');
});

test('with --kubernetes, the container of a Job executes the run', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const [asked] = await queue.enqueueRun(organization_id, order({ id: 'oracle', type: 'oracle' }));
  const run_id = asked?.run_id as RunId;
  await using api = await startKubernetesApi({
    onJob: (job, api) => {
      // what a node does, with the variables of the Secret
      const [{ args = [], env = [] } = {}] = job.spec?.template.spec?.containers ?? [];
      const given = Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));
      const pod = startAssay('pod', { args, env: { ...given, DATABASE_URL: database.url } });
      void pod.ended.then((code) => api.endJob(job, { type: code === 0 ? 'Complete' : 'Failed' }));
    },
  });
  const settings = ['--kubernetes', '--kubeconfig', api.kubeconfig, '--image', 'assay:1', '--secret', 'assay'];
  await using controller = startProcess('controller', 1, ...settings);
  await happens(controller, 'finished');
  expect(await store.runs.find(organization_id, run_id)).toMatchObject({ result: 'passed', attempt: 1 });
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
    { worker: 'controller', status: 'finished' },
  ]);
  await expect
    .poll(() => [...api.jobs.values()].map(({ status }) => status?.conditions?.[0]?.type), { timeout: PATIENCE_MS })
    .toEqual(['Complete']);
});
