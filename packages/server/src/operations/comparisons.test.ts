import {
  AssayError,
  type Comparison,
  type OrganizationId,
  type Run,
  type ScorerResult,
  type TaskId,
  type WorkspaceId,
} from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { buildGrade, buildRun, buildTask } from '../../test/runs.ts';
import { type JsonObject, openTestApi, readJson, type TestApi } from '../../test/server.ts';
import { previewComparison } from '../comparisons/preview-comparison.ts';
import { openPool } from '../store/sql/connection.ts';
import { toUuid } from '../store/sql/ids.ts';
import { sql } from '../store/sql/sql.ts';
import { expireEvidence } from '../upkeep/expire-evidence.ts';

let api: TestApi;
let tasks: TaskId[];
beforeAll(async () => {
  api = await openTestApi();
  tasks = [];
  for (let index = 0; index < 4; index++) {
    const { task_id } = await api.store.tasks.keep(api.organization_id, buildTask());
    tasks.push(task_id);
  }
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const compare = (body: JsonObject, caller = api as Pick<TestApi, 'request'>) =>
  caller.request('/v1/comparisons', { method: 'POST', body: { workspace_id: api.workspace_id, ...body } });

const result = (passed: boolean): ScorerResult => {
  const common = { name: 'tests', type: 'command', required: true, reason: '', findings: [], findings_omitted: 0 };
  return {
    ...common,
    ...(passed ? { verdict: 'PASS', score: 1 } : { verdict: 'FAIL', score: 0 }),
    duration_ms: 1,
  } as ScorerResult;
};

interface Kept {
  readonly passed: boolean;
  readonly task: number;
  readonly tool_calls?: number;
  readonly fields?: Partial<Run>;
  readonly graded?: boolean;
  readonly organization_id?: OrganizationId;
  readonly workspace_id?: WorkspaceId;
}

/** Stores a run as `POST /v1/runs` does. */
async function saveRun({ passed, task, tool_calls = 2, fields = {}, graded = true, ...place }: Kept): Promise<Run> {
  const { organization_id, workspace_id } = { ...api, ...place };
  const run = buildRun({
    task_id: tasks[task] as TaskId,
    scenario: `scenario-${task}`,
    outcome: passed ? 'COMPLETED' : 'BLOCKED',
    usage: { input_tokens: 1_000, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 100 },
    ...fields,
  });
  await api.store.runs.record(organization_id, { run, workspace_id });
  const lines = Array.from({ length: tool_calls }, (_, index) => [
    {
      type: 'tool_use',
      at: `2026-11-15T12:00:0${index}.000Z`,
      tool: 'Bash',
      tool_id: `t${index}`,
      input: { command: 'ls' },
    },
    { type: 'tool_result', at: `2026-11-15T12:00:0${index}.500Z`, tool_id: `t${index}`, text: 'ok', is_error: false },
  ]).flat();
  await api.store.run_evidence.put(organization_id, {
    run_id: run.run_id,
    attempt: 0,
    name: 'transcript.jsonl',
    content: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  });
  if (graded) {
    const results = [result(passed)];
    await api.store.grades.create(organization_id, buildGrade(run, { results, overall: passed ? 'PASS' : 'FAIL' }));
  }
  return run;
}

test('compares the stored runs of two labels and stores the verdict', async () => {
  for (const task of [0, 1, 2, 3])
    for (let repeat = 1; repeat <= 3; repeat++) {
      await saveRun({ passed: false, task, fields: { label: 'main', repeat } });
      await saveRun({ passed: true, task, fields: { label: 'better', repeat } });
    }
  const made = await readJson(await compare({ baseline: { label: 'main' }, candidate: { label: 'better' } }), 201);
  expect(made).toMatchObject({
    workspace_id: api.workspace_id,
    baseline: { label: 'main' },
    candidate: { label: 'better' },
    verdict: { verdict: 'improved', promote: true },
    pull_request: null,
  });
  expect(made['tasks']).toHaveLength(4);
  const path = `/v1/comparisons/${made['comparison_id']}`;
  expect(await readJson(await api.request(path), 200)).toEqual(made);
  const list = await readJson(await api.request(`/v1/comparisons?workspace_id=${api.workspace_id}`), 200);
  expect(list['items']).toMatchObject([
    {
      comparison_id: made['comparison_id'],
      ...{ baseline: 'main', candidate: 'better', verdict: 'improved' },
      headline: { answer: 'better', tone: 'good', text: 'better is better than main' },
    },
  ]);
  const pull_request = { url: 'https://example.com/pull/7', state: 'open' };
  const put = await api.request(`${path}/pull-request`, { method: 'PUT', body: pull_request });
  expect(await readJson(put, 200)).toMatchObject({ pull_request });
  expect(await readJson(await api.request(path), 200)).toEqual({ ...made, pull_request });
  const back = await readJson(await compare({ baseline: { label: 'better' }, candidate: { label: 'main' } }), 201);
  expect(back).toMatchObject({ verdict: { verdict: 'regressed', promote: false } });
  // other organizations see nothing of it
  for (const [method, at, body] of [
    ['GET', path],
    ['PUT', `${path}/pull-request`, pull_request],
    ['GET', `/v1/comparisons?workspace_id=${api.workspace_id}`],
  ] as const) {
    const response = await api.other.request(at, { method, ...(body === undefined ? {} : { body }) });
    await readJson(response, 404);
  }
});

async function preview(query: Record<string, string>, status = 200): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${await api.createKey(['read'])}` };
  const asked = new URLSearchParams({ columns: 'label', ...query });
  return readJson(await api.request(`/v1/comparisons/preview?${asked}`, { headers }), status);
}

test('previews two columns with a read-only key: the newest comparable runs, and nothing is stored', async () => {
  // an earlier version of a scenario, and one that only one side ran
  const task_digest = '9'.repeat(64);
  const { task_id } = await api.store.tasks.keep(api.organization_id, buildTask({ task_digest }));
  for (const passed of [true, false]) {
    await saveRun({ passed, task: 1, fields: { label: 'previewed-a', scenario: 'moved' } });
    await saveRun({ passed, task: 1, fields: { label: 'previewed-b', scenario: 'moved', task_id, task_digest } });
    await saveRun({ passed, task: 3, fields: { label: 'previewed-b', scenario: 'alone' } });
  }
  for (let repeat = 0; repeat < 3; repeat++) {
    await saveRun({ passed: true, task: 0, fields: { label: 'previewed-a' } });
    await saveRun({ passed: repeat > 0, task: 0, fields: { label: 'previewed-b' } });
  }
  const before = await readJson(await api.request(`/v1/comparisons?workspace_id=${api.workspace_id}`), 200);
  const made = await preview({ baseline: 'previewed-a', candidate: 'previewed-b' });
  expect(made).toMatchObject({
    baseline: { label: 'previewed-a' },
    candidate: { label: 'previewed-b' },
    tasks: [{ task_id: 'scenario-0', baseline: { passed: 3 }, candidate: { passed: 2 } }],
    verdict: { verdict: 'neutral' },
    to_settle: { runs: expect.any(Number) },
    excluded_scenarios: [
      { scenario: 'alone', reason: 'only one side has runs of it' },
      { scenario: 'moved', reason: 'the sides ran different versions of it' },
    ],
    partial: false,
  });
  expect(await readJson(await api.request(`/v1/comparisons?workspace_id=${api.workspace_id}`), 200)).toEqual(before);
  await preview({ baseline: 'previewed-a', candidate: 'previewed-a' }, 422);
  await preview({ baseline: 'previewed-a', candidate: 'never' }, 409);
  await readJson(await api.other.request('/v1/comparisons/preview?baseline=a&candidate=b'), 409);
});

test('previews the same number of runs on both sides, and saves what it shows', async () => {
  for (const task of [0, 1, 2])
    for (let repeat = 0; repeat < 6; repeat++) {
      await saveRun({ passed: false, task, fields: { label: 'often' } });
      if (repeat < 3) await saveRun({ passed: true, task, fields: { label: 'seldom' } });
    }
  const made = await preview({ baseline: 'often', candidate: 'seldom' });
  expect(made).toMatchObject({ verdict: { verdict: 'improved', regressions: [] }, partial: true });
  const compared = made['tasks'] as Comparison['tasks'];
  const sideOf = (side: 'baseline' | 'candidate') => ({ run_ids: compared.flatMap((task) => task[side].run_ids) });
  expect([sideOf('baseline').run_ids.length, sideOf('candidate').run_ids.length]).toEqual([9, 9]);
  const saved = await readJson(await compare({ baseline: sideOf('baseline'), candidate: sideOf('candidate') }), 201);
  expect(saved['verdict']).toEqual(made['verdict']);
});

test('previews take turns by owner: too many of one are refused, and no one else waits for them', async () => {
  const { store, organization_id, workspace_id } = api;
  const finished: string[] = [];
  const ask = (owner: string, signal = new AbortController().signal) =>
    previewComparison(store, {
      ...{ owner, organization_id, columns: 'label', baseline: 'one', candidate: 'other' },
      ...{ filter: { workspace_id }, now: Date.now, signal },
    }).catch((error) => {
      finished.push(owner);
      return error instanceof AssayError ? error.code : error.name;
    });
  const link = Array.from({ length: 20 }, () => ask('a link'));
  const own = [ask('organization'), ask('organization', AbortSignal.abort())];
  expect(await Promise.all(link)).toEqual([...Array(17).fill('conflict'), ...Array(3).fill('rate_limited')]);
  expect(await Promise.all(own)).toEqual(['conflict', 'AbortError']);
  // after the three refused at once and at most two of the link
  expect(finished.indexOf('organization')).toBeLessThanOrEqual(5);
});

test('previews labels by scenario and agent: what only one of them ran proves nothing', async () => {
  const failure = { class: 'sandbox_lost', side: 'environment', message: 'the sandbox is gone' } as const;
  const repeat = async (times: number, label: string, fields: Partial<Run>) => {
    for (let made = 0; made < times; made++) await saveRun({ passed: true, task: 0, fields: { label, ...fields } });
  };
  await repeat(2, 'several', { agent_id: 'first' });
  await repeat(2, 'several', { agent_id: 'second' });
  await repeat(2, 'several', { agent_id: 'third' });
  await repeat(2, 'fewer', { agent_id: 'first' });
  await repeat(2, 'fewer', { agent_id: 'third', failure });
  expect(await preview({ baseline: 'several', candidate: 'fewer' })).toMatchObject({
    tasks: [{ task_id: 'scenario-0', agent: 'first' }],
    verdict: { verdict: 'neutral', regressions: [] },
    excluded_scenarios: [
      { scenario: 'scenario-0 · second', reason: 'only one side has runs of it' },
      { scenario: 'scenario-0 · third', reason: 'the candidate has no run of it that counts' },
    ],
  });
});

test('a side can be an agent, one of its scenarios, or run ids, with its own name', async () => {
  const one = await saveRun({ passed: true, task: 0, fields: { agent_id: 'opus' } });
  await saveRun({ passed: true, task: 1, fields: { agent_id: 'opus' } });
  const two = await saveRun({ passed: true, task: 0, fields: { agent_id: 'haiku' } });
  const made = await readJson(
    await compare({
      baseline: { agent_id: 'opus', scenario: 'scenario-0' },
      candidate: { run_ids: [two.run_id], name: 'the small one' },
    }),
    201,
  );
  expect(made).toMatchObject({
    baseline: { label: 'opus', agents: ['opus'] },
    candidate: { label: 'the small one', agents: ['haiku'] },
    tasks: [{ baseline: { run_ids: [one.run_id] }, candidate: { run_ids: [two.run_id] } }],
  });
});

test('counts tool calls from the transcript: more calls for the same result score lower', async () => {
  const frugal = await saveRun({ passed: true, task: 0, tool_calls: 1 });
  const busy = await saveRun({ passed: true, task: 0, tool_calls: 9 });
  const made = await readJson(
    await compare({ baseline: { run_ids: [frugal.run_id] }, candidate: { run_ids: [busy.run_id] } }),
    201,
  );
  const { deltas } = made['verdict'] as { deltas: { composite_delta: number; objective_delta: number }[] };
  expect(deltas).toMatchObject([{ objective_delta: 0 }]);
  expect(deltas[0]?.composite_delta).toBeLessThan(0);
});

test.each<[JsonObject, string]>([
  [{ baseline: {}, candidate: { label: 'a' } }, 'an empty side'],
  [{ baseline: { label: 'a', run_ids: [newId('run')] }, candidate: { label: 'a' } }, 'a side defined twice'],
  [{ baseline: { scenario: 'a' }, candidate: { label: 'a' } }, 'a scenario alone'],
  [{ baseline: { label: 'a' } }, 'one side'],
  [{ baseline: { label: 'a' }, candidate: { label: 'a' }, thresholds: { min_composite_gain: 2 } }, 'a ratio above 1'],
])('rejects %j: %s', async (body) => {
  expect(await readJson(await compare(body), 422)).toMatchObject({ code: 'invalid_input' });
});

test('rejects runs that are missing, ungraded, or of another workspace or organization', async () => {
  const ours = await saveRun({ passed: true, task: 0, fields: { label: 'ours' } });
  const waiting = await saveRun({ passed: true, task: 0, graded: false });
  const task = await api.store.tasks.keep(api.other.organization_id, buildTask());
  const theirs = await saveRun({ passed: true, task: 0, fields: { task_id: task.task_id }, ...placeOf(api.other) });
  const elsewhere = await api.store.workspaces.create(api.organization_id, {
    workspace_id: newId('wsp'),
    name: 'else',
  });
  const away = await saveRun({ passed: true, task: 0, workspace_id: elsewhere.workspace_id });
  const baseline = { run_ids: [ours.run_id] };
  const against = async (run_id: string, status: number) =>
    readJson(await compare({ baseline, candidate: { run_ids: [run_id] } }), status);
  expect(await against(newId('run'), 404)).toMatchObject({ code: 'run_not_found' });
  expect(await against(theirs.run_id, 404)).toMatchObject({ code: 'run_not_found' });
  expect(await against(away.run_id, 404)).toMatchObject({ code: 'run_not_found' });
  expect(await against(waiting.run_id, 409)).toMatchObject({ code: 'conflict' });
  expect(await readJson(await compare({ baseline, candidate: { label: 'nobody' } }), 404)).toMatchObject({
    code: 'run_not_found',
    path: 'candidate',
  });
  expect(await readJson(await compare({ baseline, candidate: baseline }, api.other), 404)).toMatchObject({
    code: 'not_found',
  });
  const sandboxed = await saveRun({ passed: true, task: 0, fields: { sandbox: 'bwrap', isolated: true } });
  expect(await against(sandboxed.run_id, 409)).toMatchObject({
    detail: expect.stringContaining('different sandboxes'),
  });
});

const placeOf = ({ organization_id, workspace_id }: TestApi['other']) => ({ organization_id, workspace_id });

test('a preview names the scenarios whose evidence was removed', async () => {
  const { store, organization_id } = api;
  const { workspace_id } = await store.workspaces.create(organization_id, {
    workspace_id: newId('wsp'),
    name: 'short memory',
    evidence_retention_days: 30,
  });
  const save = (task: number, label: string) => saveRun({ passed: true, task, workspace_id, fields: { label } });
  const old = [await save(0, 'before'), await save(0, 'before'), await save(1, 'before')];
  for (const label of ['before', 'before', 'after', 'after']) await save(1, label);
  await save(0, 'after');
  await using pool = openPool({ url: api.url, connections: 1 });
  for (const { run_id } of old)
    await pool.run(sql`update runs set finished_at = now() - interval '31 days' where run_id = ${toUuid(run_id)}`);
  await expireEvidence({ store, signal: new AbortController().signal });
  expect(await preview({ workspace_id, baseline: 'before', candidate: 'after' })).toMatchObject({
    tasks: [{ task_id: 'scenario-1', baseline: { passed: 2 }, candidate: { passed: 2 } }],
    excluded_scenarios: [{ scenario: 'scenario-0', reason: 'the evidence of its runs was removed' }],
    partial: true,
  });
});

test('removes evidence after the retention period of its workspace and reports it', async () => {
  const { store, organization_id } = api;
  const { workspace_id } = await store.workspaces.create(organization_id, {
    workspace_id: newId('wsp'),
    name: 'forgetful',
    evidence_retention_days: 30,
  });
  const [old, young, kept] = [
    await saveRun({ passed: true, task: 0, workspace_id, tool_calls: 5 }),
    await saveRun({ passed: true, task: 0, workspace_id, tool_calls: 6 }),
    await saveRun({ passed: true, task: 0, tool_calls: 7 }),
  ];
  // the same content in a run that stays
  const shared = Buffer.from('shared');
  for (const { run_id } of [old, kept])
    await store.run_evidence.put(organization_id, { run_id, attempt: 0, name: 'diff.patch', content: shared });
  await using pool = openPool({ url: api.url, connections: 1 });
  for (const { run_id } of [old, kept])
    await pool.run(sql`update runs set finished_at = now() - interval '31 days' where run_id = ${toUuid(run_id)}`);
  const { signal } = new AbortController();
  expect(await expireEvidence({ store, signal })).toBe(1);
  expect(await expireEvidence({ store, signal })).toBe(0);
  const listed = async ({ run_id }: Run) =>
    (await store.run_evidence.list(organization_id, { run_id, attempt: 0 })).map(({ name }) => name);
  expect(await listed(old)).toEqual([]);
  expect(await listed(young)).toEqual(['transcript.jsonl']);
  expect(await listed(kept)).toEqual(['diff.patch', 'transcript.jsonl']);
  const content = await store.run_evidence.read(organization_id, {
    run_id: kept.run_id,
    attempt: 0,
    name: 'diff.patch',
  });
  expect(content?.toString()).toBe('shared');
  // the grade stays
  expect(await store.grades.find(organization_id, old.run_id)).toBeDefined();
  await expect(store.evidence_retention.requireKept(organization_id, old.run_id)).rejects.toMatchObject({
    code: 'evidence_removed',
  });
  await store.evidence_retention.requireKept(organization_id, young.run_id);
  const body = { workspace_id, baseline: { run_ids: [old.run_id] }, candidate: { run_ids: [young.run_id] } };
  expect(await readJson(await compare(body), 410)).toMatchObject({ code: 'evidence_removed' });
});
