import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError, JudgeSpec } from '@assay/schema';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, newId, type TestDatabase } from '../../test/database.ts';
import { freezeTask, prepareOrders, saveTask, slowAgent, testHost } from '../../test/queued-runs.ts';
import { startWorker } from '../../test/start-worker.ts';
import { openJobQueue } from '../queue/job-queue.ts';
import { createQueue, type Queue } from '../queue/queue.ts';
import { openStore, type Store } from '../store/store.ts';
import { claimRun, MAX_ATTEMPTS } from './claim-run.ts';
import { executeRun } from './execute-run.ts';
import { findOffer } from './find-offer.ts';
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

const oracle = { id: 'oracle', type: 'oracle' };
const nop = { id: 'nop', type: 'nop' };

async function only<Item>(items: Promise<readonly Item[]>): Promise<Item> {
  const [item] = await items;
  if (item === undefined) throw new Error('Expected an item, found none');
  return item;
}

test('executes, grades and counts a requested run once', async () => {
  const { organization_id, order, task_id } = await prepareOrders(store);
  const [good, bad] = [
    await only(queue.enqueueRun(organization_id, order(oracle, { label: 'base' }))),
    await only(queue.enqueueRun(organization_id, order(nop))),
  ];
  expect(good).toMatchObject({ status: 'queued', attempt: 0, label: 'base', scenario: 'say-yes', task_id });
  await using worker = start({ concurrency: 2 });
  await worker.until('finished', good.run_id);
  await worker.until('finished', bad.run_id);
  expect(await store.runs.find(organization_id, good.run_id)).toMatchObject({
    status: 'finished',
    attempt: 1,
    outcome: 'COMPLETED',
    overall: 'PASS',
    run: { run_id: good.run_id, task_id, agent_id: 'oracle', label: 'base', isolated: true },
  });
  expect(await store.runs.find(organization_id, bad.run_id)).toMatchObject({ status: 'finished', overall: 'FAIL' });
  expect(await store.run_attempts.list(organization_id, good.run_id)).toMatchObject([
    { attempt: 1, worker: 'one', status: 'finished' },
  ]);
  expect(await store.grades.list(organization_id, good.run_id)).toHaveLength(1);
  expect(await store.agent_run_scores.list(organization_id, good.run_id)).toHaveLength(1);
  const parts = await store.run_evidence.list(organization_id, { run_id: good.run_id, attempt: 1 });
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['evidence.json', 'grade.json', 'diff.patch']));
  expect(await store.evaluations.findOfRun(organization_id, good.run_id)).toMatchObject({ passed: true });
  expect(await store.evaluations.findOfRun(organization_id, bad.run_id)).toMatchObject({ passed: false });
});

test('sends the score of a run to the configured sink', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-worker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const ASSAY_SCORES_FILE = join(folder, 'scores.jsonl');
  const { organization_id, workspace_id, order } = await prepareOrders(store);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(oracle)));
  {
    const environment = { ...testHost.environment, ASSAY_SCORES_FILE };
    await using worker = start({ host: { ...testHost, environment } });
    await worker.until('finished', run_id);
  }
  const [score] = await store.agent_run_scores.list(organization_id, run_id);
  const lines = (await readFile(ASSAY_SCORES_FILE, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { run_id, organization_id, workspace_id, agent_id: 'oracle', score: score?.score, tier: score?.tier },
  ]);
});

test('uses the model prices of the workspace for the cost of a run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-worker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const content = [{ type: 'text', text: 'yes' }];
  const usage = { input_tokens: 1_000, output_tokens: 100 };
  const lines = [
    { type: 'system', subtype: 'init', model: 'house-7' },
    { type: 'assistant', message: { id: 'm', role: 'assistant', content } },
    { type: 'result', subtype: 'success', is_error: false, result: 'yes', usage },
  ];
  const program = ['#!/bin/sh', 'echo yes > answer.txt', ...lines.map((line) => `echo '${JSON.stringify(line)}'`)];
  await writeFile(join(folder, 'claude'), program.join('\n'), { mode: 0o755 });
  const prices = [{ model: 'house-*', input: 3, output: 20 }];
  const { organization_id, order } = await prepareOrders(store, { prices });
  const { run_id } = await only(queue.enqueueRun(organization_id, order({ id: 'claude', type: 'claude-code' })));
  const environment = { PATH: `${folder}:${testHost.environment.PATH}`, ANTHROPIC_API_KEY: 'sk-none' };
  await using worker = start({ host: { ...testHost, environment } });
  await worker.until('finished', run_id);
  expect((await store.runs.find(organization_id, run_id))?.run).toMatchObject({
    outcome: 'COMPLETED',
    model: 'house-7',
    cost_usd_micros: 3 * 1_000 + 20 * 100,
    cost_source: 'priced',
    prices,
  });
});

test('proof runs use no judge and count for no agent and no baseline', async () => {
  let asked = 0;
  const judge = createServer((_, response) => {
    asked++;
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"not today"}}');
  });
  await new Promise<void>((resolve) => judge.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void judge.close());
  const { port } = judge.address() as AddressInfo;
  const { organization_id, workspace_id, order } = await prepareOrders(store, {
    judge: { use: 'openai', model: 'judge-1' },
  });
  const environment = { ...testHost.environment, OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
  await using worker = start({ host: { ...testHost, environment } });
  const finish = async (label: string | null) => {
    const { run_id } = await only(queue.enqueueRun(organization_id, order(oracle, { label })));
    await worker.until('finished', run_id);
    const baseline = await store.runs.findBaseline(organization_id, { workspace_id, run_id: newId('run') });
    return { asked, baseline, evaluation: await store.evaluations.findOfRun(organization_id, run_id) };
  };
  expect(await finish('proof')).toEqual({ asked: 0, baseline: null, evaluation: undefined });
  const counted = await finish(null);
  expect(counted).toMatchObject({ baseline: { sample_count: 1 }, evaluation: { passed: true } });
  expect(counted.asked).toBeGreaterThan(0);
});

test('repeats are separate, numbered runs', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const runs = await queue.enqueueRun(organization_id, order(nop, { repeat: 3 }));
  await using worker = start({ concurrency: 3 });
  const repeats: unknown[] = [];
  for (const { run_id } of runs) {
    await worker.until('finished', run_id);
    repeats.push((await store.runs.find(organization_id, run_id))?.run?.repeat);
  }
  expect(repeats).toEqual([1, 2, 3]);
});

test('executes runs by priority, then in order of request', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const asked: { run_id: string; priority: number }[] = [];
  for (const priority of [0, -1, 5, 0]) {
    const { run_id } = await only(queue.enqueueRun(organization_id, order(nop, { priority })));
    asked.push({ run_id, priority });
  }
  await using worker = start();
  for (const { run_id } of asked) await worker.until('finished', run_id as never);
  const taken = worker.events.flatMap((event) => (event.kind === 'taken' ? [event.run_id] : []));
  expect(taken).toEqual([2, 0, 3, 1].map((index) => asked[index]?.run_id));
});

test('a workspace never exceeds its concurrency limit and does not delay others', async () => {
  const limited = await prepareOrders(store, { concurrency_limit: 1 });
  const free = await prepareOrders(store);
  const slow = await queue.enqueueRun(limited.organization_id, limited.order(slowAgent(1), { repeat: 3 }));
  const other = await only(queue.enqueueRun(free.organization_id, free.order(nop)));
  const log: WorkerEvent[] = [];
  await using one = start({ name: 'one', concurrency: 3, log });
  await using two = start({ name: 'two', concurrency: 3, log });
  await Promise.race([one.until('finished', other.run_id), two.until('finished', other.run_id)]);
  for (const { run_id } of slow) await Promise.race([one.until('finished', run_id), two.until('finished', run_id)]);
  const ids = new Set<string>(slow.map(({ run_id }) => run_id));
  const turns = log.flatMap((event) => {
    if (event.kind === 'taken' && ids.has(event.run_id)) return ['taken'];
    return event.kind === 'step' && event.step === 'keep' && ids.has(event.run_id) ? ['done'] : [];
  });
  expect(turns).toEqual(['taken', 'done', 'taken', 'done', 'taken', 'done']);
});

test('a run canceled before it is taken never starts', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const cancelled = await only(queue.enqueueRun(organization_id, order(nop)));
  expect(await queue.cancelRun(organization_id, cancelled.run_id)).toMatchObject({ status: 'cancelled' });
  expect(await queue.cancelRun(organization_id, cancelled.run_id)).toBeUndefined();
  const next = await only(queue.enqueueRun(organization_id, order(nop)));
  await using worker = start();
  await worker.until('finished', next.run_id);
  expect(await store.run_attempts.list(organization_id, cancelled.run_id)).toEqual([]);
  expect(worker.events.filter((event) => 'run_id' in event && event.run_id === cancelled.run_id)).toEqual([]);
});

test('a run canceled while running stops early', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(slowAgent(250))));
  await using worker = start();
  await worker.until('taken', run_id);
  await queue.cancelRun(organization_id, run_id);
  expect(await worker.until('dropped', run_id)).toMatchObject({ reason: 'it is cancelled' });
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([{ status: 'cancelled' }]);
  expect(await store.grades.list(organization_id, run_id)).toEqual([]);
  expect(await store.evaluations.findOfRun(organization_id, run_id)).toBeUndefined();
});

test('a worker drops a run that another worker took over', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(slowAgent(250))));
  await using worker = start();
  await worker.until('taken', run_id);
  await store.run_attempts.start(organization_id, { run_id, worker: 'faster' });
  expect(await worker.until('dropped', run_id)).toMatchObject({ reason: 'another worker has the run' });
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
    { attempt: 1, worker: 'one', status: 'lost' },
    { attempt: 2, worker: 'faster', status: 'running' },
  ]);
  await queue.cancelRun(organization_id, run_id);
});

test('a draining worker takes nothing new and finishes its runs', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const first = await only(queue.enqueueRun(organization_id, order(slowAgent(1))));
  const second = await only(queue.enqueueRun(organization_id, order(nop)));
  await using worker = start();
  await worker.until('taken', first.run_id);
  worker.drain();
  await worker.ended;
  expect(await store.runs.find(organization_id, first.run_id)).toMatchObject({ status: 'finished' });
  expect(await store.runs.find(organization_id, second.run_id)).toMatchObject({ status: 'queued', attempt: 0 });
  await queue.cancelRun(organization_id, second.run_id);
});

test('a stopped worker returns its runs without using up an attempt', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(slowAgent(2))));
  {
    await using worker = start();
    await worker.until('taken', run_id);
    worker.drain();
    worker.stop();
    await worker.ended;
  }
  expect(await store.runs.find(organization_id, run_id)).toMatchObject({ status: 'queued', attempt: 1 });
  await using other = start({ name: 'two' });
  await other.until('finished', run_id);
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
    { worker: 'one', status: 'returned' },
    { worker: 'two', status: 'finished' },
  ]);
});

test('gives up a run that no worker can execute after a limited number of attempts, with the reason', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(nop)));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++)
    await store.run_attempts.start(organization_id, { run_id, worker: `lost ${attempt}` });
  await using worker = start();
  expect(await worker.until('abandoned', run_id)).toMatchObject({
    problem: expect.stringContaining('attempts failed'),
  });
  expect(await store.runs.find(organization_id, run_id)).toMatchObject({ status: 'abandoned', attempt: MAX_ATTEMPTS });
});

test('gives up at once on a task whose files differ from the frozen ones', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const task = await freezeTask(store, organization_id);
  const forged = { ...task, task_id: newId('task'), task_digest: '0'.repeat(64) };
  await saveTask(store, organization_id, forged);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(nop, { task_id: forged.task_id })));
  await using worker = start();
  await worker.until('abandoned', run_id);
  expect(await store.runs.find(organization_id, run_id)).toMatchObject({ status: 'abandoned', attempt: 1 });
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([{ status: 'failed' }]);
});

test.each([
  { why: 'a seed above the folder', scenario: { workspace_seed: { copy: '../..' } } },
  { why: 'an absolute seed', scenario: { workspace_seed: { copy: '/etc' } } },
  { why: 'a repository of the machine', scenario: { workspace_seed: { git: 'file:///srv/secret', ref: 'HEAD' } } },
  { why: 'a repository elsewhere', scenario: { workspace_seed: { git: 'https://intranet.test/x', ref: 'HEAD' } } },
  { why: 'a repository by path', scenario: { workspace_seed: { git: './x', ref: 'HEAD' } } },
  { why: 'an oracle elsewhere', scenario: { oracle: '/etc/passwd' } },
  { why: 'a skill elsewhere', scenario: { skills: ['a/../../b'] } },
  { why: 'an artifact elsewhere', scenario: { artifacts: ['~/../../etc/passwd/../shadow'] } },
])('rejects a task that names other files of the machine: $why', async ({ scenario }) => {
  const { organization_id, order } = await prepareOrders(store);
  const task = await freezeTask(store, organization_id);
  const hostile = { ...task, task_id: newId('task'), scenario: { ...task.scenario, ...scenario } };
  await saveTask(store, organization_id, hostile as typeof task);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(nop, { task_id: hostile.task_id })));
  await using worker = start();
  expect(await worker.until('abandoned', run_id)).toMatchObject({
    problem: expect.stringContaining('is not among the files of the task'),
  });
});

test('rejects invalid orders and stores nothing', async () => {
  const ours = await prepareOrders(store);
  const theirs = await prepareOrders(store);
  const refuse = async (order: Parameters<Queue['enqueueRun']>[1], code: string) => {
    const refusal = await queue.enqueueRun(ours.organization_id, order).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AssayError);
    expect(refusal).toMatchObject({ code });
  };
  await refuse(ours.order(nop, { workspace_id: theirs.workspace_id }), 'not_found');
  await refuse(ours.order(nop, { task_id: theirs.task_id }), 'not_found');
  await refuse(ours.order({ id: 'x', type: 'none such' }), 'invalid_input');
  await refuse(ours.order({ id: 'x', type: 'replay' }), 'invalid_input');
  expect(() => ours.order({ id: 'x', type: 'command', command: 'env', env: ['SECRET'] })).toThrow();
  const { items } = await store.runs.list(ours.organization_id, {
    workspace_id: ours.workspace_id,
    limit: 10,
    after: null,
  });
  expect(items).toEqual([]);
});

test('creates a new job for a run without one', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(nop)));
  await store.jobs.executeSql(`delete from assay_queue.job where name = $1`, ['runs']);
  await using worker = start();
  await worker.until('finished', run_id);
});

test('the next worker completes a run whose worker died right after storing its result', async () => {
  const { organization_id, order } = await prepareOrders(store);
  const { run_id } = await only(queue.enqueueRun(organization_id, order(oracle)));
  await using jobs = await openJobQueue({ url: database.url, supervise: false, onError: () => undefined });
  const { sandbox, offer } = await findOffer({ sandbox: { readable: [] }, images: 'none', labels: {} });
  const claim = await claimRun({ store, jobs, worker: 'dead', offer });
  if (claim.status !== 'claimed') throw new Error(`Expected a run, found ${claim.status}`);
  await executeRun(claim.run, {
    store,
    sandbox,
    images: 'none',
    allowed_hosts: [],
    judge: JudgeSpec.parse({ use: 'heuristic' }),
    host: testHost,
    harness_version: '0.0.0-test',
    onStep: () => undefined,
    onTrouble: () => undefined,
    signal: new AbortController().signal,
  });
  await jobs.giveBack(claim.run.job);
  expect(await store.evaluations.findOfRun(organization_id, run_id)).toBeUndefined();
  await using worker = start();
  await expect
    .poll(() => store.evaluations.findOfRun(organization_id, run_id), { timeout: 30_000 })
    .toMatchObject({ passed: true });
  expect(worker.events.map(({ kind }) => kind)).toEqual(['ready']);
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
    { worker: 'dead', status: 'finished' },
  ]);
  expect(await store.grades.list(organization_id, run_id)).toHaveLength(1);
});
