import { REFERENCE_AGENTS, type Run, type RunId, Scenario, type TaskId } from '@assay/schema';
import { RunSummary, TaskProof } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { buildGrade, buildRun, buildTask } from '../../test/runs.ts';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';
import { startWorker } from '../../test/start-worker.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const FILES = {
  'fixture/answer.txt': 'no\n',
  'fixture/check.sh': 'grep -qx yes answer.txt\n',
  'oracle.patch': 'diff --git a/answer.txt b/answer.txt\n--- a/answer.txt\n+++ b/answer.txt\n@@ -1 +1 @@\n-no\n+yes\n',
};

const SAYS_YES = { name: 'says yes', type: 'command', command: 'sh check.sh' };

const scenario = (fields: object = {}): Scenario =>
  Scenario.parse({
    name: newId('scn'),
    user_instruction: 'Make answer.txt say yes.',
    workspace_seed: { copy: './fixture' },
    scorers: [SAYS_YES],
    oracle: './oracle.patch',
    ...fields,
  });

const post = async (caller: TestCaller, path: string, body: unknown) => {
  const response = await caller.request(path, { method: 'POST', body });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text);
};

async function freeze(caller: TestCaller, fields: object = {}): Promise<TaskId> {
  const { scenario_id } = await post(caller, '/v1/scenarios', { scenario: scenario(fields) });
  return (await post(caller, `/v1/scenarios/${scenario_id}/tasks`, { files: FILES })).task_id;
}

const order = async (caller: TestCaller, task_id: TaskId, agent: object, label: string | null = 'proof') => {
  const { runs } = await post(caller, '/v1/runs', { execute: { task_id, agent, label } });
  return RunSummary.parse(runs[0]).run_id;
};

async function readProof(caller: TestCaller, task_id: TaskId): Promise<TaskProof> {
  const response = await caller.request(`/v1/tasks/${task_id}/proof`);
  expect(response.status).toBe(200);
  return TaskProof.parse(await response.json());
}

/** Finishes a run like a worker, with this grade. */
async function end({ organization_id }: TestCaller, run: Run, overall: 'PASS' | 'FAIL'): Promise<void> {
  const { store } = api;
  const begun = await store.run_attempts.start(organization_id, { run_id: run.run_id, worker: 'test' });
  await store.runs.finish(organization_id, { run, attempt: begun?.attempt as number });
  await store.grades.create(organization_id, buildGrade(run, { overall }));
}

/** Requests all proof runs and finishes them with the expected grades. */
async function proveByHand(caller: TestCaller, task_id: TaskId): Promise<Map<string, RunId>> {
  const asked = new Map<string, RunId>();
  for (const agent of REFERENCE_AGENTS) {
    const run_id = await order(caller, task_id, agent);
    const run = buildRun({ task_id, run_id, agent_id: agent.id, agent_type: agent.type, label: 'proof' });
    await end(caller, run, agent.type === 'oracle' ? 'PASS' : 'FAIL');
    asked.set(agent.id, run_id);
  }
  return asked;
}

test('a worker proves a task; a cheat that passes is named', async () => {
  const caller = await api.createCaller();
  const weak = await freeze(caller);
  const strong = await freeze(caller, {
    scorers: [SAYS_YES, { name: 'check untouched', type: 'tests_unmodified', paths: ['check.sh'] }],
  });
  await using worker = startWorker({ store: api.store, url: api.url, concurrency: 2 });
  const runs: (RunId | null)[] = [];
  for (const task_id of [weak, strong]) {
    const asked = await post(caller, `/v1/tasks/${task_id}/proof`, {});
    expect(asked).toMatchObject({ task_id, proven: null, reason: null });
    runs.push(...TaskProof.parse(asked).yardsticks.map(({ run_id }) => run_id));
  }
  expect(new Set(runs).size).toBe(2 * REFERENCE_AGENTS.length);
  for (const run_id of runs) await worker.until('finished', run_id ?? '');
  const held = await readProof(caller, strong);
  expect(held).toMatchObject({ proven: true, reason: null });
  expect(held.yardsticks.map(({ agent, status, trial }) => [agent, status, trial?.holds])).toEqual(
    REFERENCE_AGENTS.map(({ id }) => [id, 'finished', true]),
  );
  expect(held.yardsticks.map(({ run_id }) => run_id)).toEqual(runs.slice(REFERENCE_AGENTS.length));
  const fooled = await readProof(caller, weak);
  expect(fooled).toMatchObject({ proven: false, reason: 'cheat:exit-0-stub passes without solving it' });
  expect(fooled.yardsticks.filter(({ trial }) => !trial?.holds).map(({ agent }) => agent)).toEqual([
    'cheat:exit-0-stub',
  ]);
}, 240_000);

test('a proof is undecided until all its runs are requested and graded', async () => {
  const caller = await api.createCaller();
  const task_id = await freeze(caller);
  const untried = REFERENCE_AGENTS.map(({ id }) => ({ agent: id, run_id: null, status: null, trial: null }));
  expect(await readProof(caller, task_id)).toEqual({ task_id, proven: null, reason: null, yardsticks: untried });
  const asked = await proveByHand(caller, task_id);
  expect(await readProof(caller, task_id)).toMatchObject({ proven: true, reason: null });
  // the newest run counts, even while queued
  const again = await order(caller, task_id, { id: 'nop', type: 'nop' });
  const open = await readProof(caller, task_id);
  expect(open.proven).toBeNull();
  expect(open.yardsticks.filter(({ agent }) => agent === 'oracle' || agent === 'nop')).toMatchObject([
    { agent: 'oracle', run_id: asked.get('oracle'), trial: { holds: true, remark: 'solves it' } },
    { agent: 'nop', run_id: again, status: 'queued', trial: null },
  ]);
  const run = buildRun({ task_id, run_id: again, agent_id: 'nop', label: 'proof' });
  await end(caller, run, 'PASS');
  expect(await readProof(caller, task_id)).toMatchObject({
    proven: false,
    reason: 'nop passes without solving it',
  });
  // the last grade is current
  const graded = await api.store.grades.find(caller.organization_id, again);
  const grade = buildGrade(run, { overall: 'FAIL' });
  await api.store.grades.replace(caller.organization_id, { grade, revision: graded?.revision as number });
  expect(await readProof(caller, task_id)).toMatchObject({ proven: true, reason: null });
});

test('runs that only look like proof runs prove nothing', async () => {
  const caller = await api.createCaller();
  const task_id = await freeze(caller);
  const { organization_id, workspace_id } = caller;
  await order(caller, task_id, { id: 'oracle', type: 'oracle' }, null);
  await order(caller, task_id, { id: 'oracle', type: 'command', command: 'true' });
  await order(caller, task_id, { id: 'cheat:skip-all', type: 'cheat', cheat: 'delete-tests' });
  await order(caller, await freeze(caller), { id: 'oracle', type: 'oracle' });
  const sent = buildRun({ task_id, agent_id: 'nop', label: 'proof' });
  await api.store.runs.record(organization_id, { run: sent, workspace_id });
  await api.store.grades.create(organization_id, buildGrade(sent, { overall: 'FAIL' }));
  const { yardsticks } = await readProof(caller, task_id);
  expect(yardsticks.filter(({ run_id }) => run_id !== null)).toEqual([]);
});

test.each([
  { fields: { oracle: undefined }, reason: /no oracle/ },
  { fields: { scorers: [] }, reason: /neither scorers nor stages/ },
])('a task that cannot be proven says why in advance: $reason', async ({ fields, reason }) => {
  const caller = await api.createCaller();
  const { task_id } = await api.store.tasks.keep(caller.organization_id, buildTask({ scenario: scenario(fields) }));
  expect(await readProof(caller, task_id)).toMatchObject({ proven: false, reason: expect.stringMatching(reason) });
  const refused = await caller.request(`/v1/tasks/${task_id}/proof`, { method: 'POST', body: {} });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(reason) });
});

test('rejects running a task that was submitted with a run, without its files', async () => {
  const caller = await api.createCaller();
  const { task_id } = await api.store.tasks.keep(caller.organization_id, buildTask({ scenario: scenario() }));
  const body = { execute: { task_id, agent: { id: 'oracle', type: 'oracle' } } };
  for (const response of [
    await caller.request('/v1/runs', { method: 'POST', body }),
    await caller.request(`/v1/tasks/${task_id}/proof`, { method: 'POST', body: {} }),
  ]) {
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('Freeze its scenario on this server'),
    });
  }
  expect((await readProof(caller, task_id)).yardsticks.every(({ run_id }) => run_id === null)).toBe(true);
});

test('rejects an unknown cheat and names the known ones', async () => {
  const caller = await api.createCaller();
  const task_id = await freeze(caller);
  const agent = { id: 'cheat:prayer', type: 'cheat', cheat: 'prayer' };
  const refused = await caller.request('/v1/runs', { method: 'POST', body: { execute: { task_id, agent } } });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('special-case-input')]);
});

test('the proof of a task belongs to its organization', async () => {
  const [owner, stranger] = [await api.createCaller(), await api.createCaller()];
  const task_id = await freeze(owner);
  await proveByHand(owner, task_id);
  expect((await stranger.request(`/v1/tasks/${task_id}/proof`)).status).toBe(404);
  // other organizations may store a task with the same id; their proofs do not count
  const task = await api.store.tasks.find(owner.organization_id, task_id);
  await api.store.tasks.keep(stranger.organization_id, task ?? buildTask());
  const { yardsticks } = await readProof(stranger, task_id);
  expect(yardsticks.filter(({ run_id }) => run_id !== null)).toEqual([]);
});
