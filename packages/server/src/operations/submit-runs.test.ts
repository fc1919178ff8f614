import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Grade, RunScore } from '@assay/schema';
import { compute, scorecardV2 } from '@assay/scoring';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../test/database.ts';
import { type MadeRunFolder, makeRunFolder, packTar } from '../../test/run-folder.ts';
import { buildRun, buildTask } from '../../test/runs.ts';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';
import { openPool } from '../store/sql/connection.ts';
import { toUuid } from '../store/sql/ids.ts';
import { sql } from '../store/sql/sql.ts';

// the grading thread starts with the first run
vi.setConfig({ testTimeout: 180_000 });

let api: TestApi;
let made: MadeRunFolder;
beforeAll(async () => {
  api = await openTestApi();
  made = await makeRunFolder();
}, 120_000);
afterAll(async () => {
  await made[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const send = (
  { key }: Pick<TestCaller, 'key'>,
  body: Uint8Array,
  { type = 'application/x-tar', headers = {} }: { type?: string; headers?: Record<string, string> } = {},
) =>
  api.app.request('/v1/runs', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
    body: body as Uint8Array<ArrayBuffer>,
  });

/** The files of the run, with some changed or left out. */
const changed = (edit: Record<string, string | undefined>) =>
  new Map(
    [...made.files, ...Object.entries(edit)]
      .filter(([name]) => !(name in edit) || edit[name] !== undefined)
      .map(([name, content]) => [name, edit[name] ?? (content as Buffer)] as const),
  );

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const read = async (caller: TestCaller, path: string) => json(await caller.request(path));

test.each([
  { how: 'a tar', type: 'application/x-tar', packed: (bytes: Buffer) => bytes },
  { how: 'a gzip tar', type: 'application/gzip', packed: gzipSync },
  { how: 'a zstd tar', type: 'application/zstd', packed: zstdCompressSync },
])('grades, stores and counts a run sent as $how', async ({ type, packed }) => {
  const caller = await api.createCaller();
  const response = await send(caller, packed(await packTar(made.files)), { type });
  expect(response.status).toBe(201);
  const { run_id } = made.result;
  expect(await json(response)).toMatchObject({
    runs: [{ run_id, status: 'finished', outcome: 'COMPLETED', overall: 'PASS', agent_id: 'bot', attempt: 0 }],
    warnings: [],
  });
  const score = await read(caller, `/v1/runs/${run_id}/score`);
  expect(Object.keys(score).toSorted()).toEqual(['axes', 'formula_version', 'run_id', 'score', 'tier']);
  expect(RunScore.parse(score).score).toBe(made.result.scorecard?.score);
  const { grade, revision } = (await read(caller, `/v1/runs/${run_id}/grade`)) as { grade: Grade; revision: number };
  expect(revision).toBe(1);
  expect(grade.results).toEqual(made.result.results);
  expect(await api.store.evaluations.findOfRun(caller.organization_id, made.result.run_id)).toMatchObject({
    status: 'counted',
    passed: true,
    source: 'run',
    agent_id: 'bot',
  });
});

test('accepts the same files as JSON and returns all of them', async () => {
  const caller = await api.createCaller();
  const files = Object.fromEntries(
    [...made.files].map(([name, content]) => [
      name,
      name.endsWith('.json') ? content.toString('utf8') : { base64: content.toString('base64') },
    ]),
  );
  const response = await caller.request('/v1/runs', { method: 'POST', body: { files } });
  expect(response.status).toBe(201);
  const { run_id } = made.result;
  const listed = (await read(caller, `/v1/runs/${run_id}/evidence`)) as { files: { name: string }[]; attempt: number };
  expect(listed.attempt).toBe(0);
  expect(listed.files.map(({ name }) => name)).toEqual([...made.files.keys()].toSorted());
  for (const [name, content] of made.files) {
    if (name === 'grade.json') continue;
    const path = `/v1/runs/${run_id}/evidence/file?name=${encodeURIComponent(name)}`;
    const file = await caller.request(path);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  }
  const packed = await caller.request(`/v1/runs/${run_id}/evidence/file?name=evidence.json`, {
    headers: { 'accept-encoding': 'zstd' },
  });
  expect(packed.headers.get('content-encoding')).toBe('zstd');
  const unpacked = zstdDecompressSync(await packed.arrayBuffer());
  expect(unpacked.equals(made.files.get('evidence.json') as Buffer)).toBe(true);
  const diff = await caller.request(`/v1/runs/${run_id}/diff`);
  expect(await diff.text()).toBe(made.files.get('diff.patch')?.toString());
  const transcript = (await read(caller, `/v1/runs/${run_id}/transcript?limit=1`)) as Record<string, unknown>;
  const lines = made.files.get('transcript.jsonl')?.toString().trim().split('\n') as string[];
  expect(transcript).toEqual({
    entries: [JSON.parse(lines[0] as string)],
    total: lines.length,
    next: lines.length > 1 ? 1 : null,
  });
  expect((await caller.request(`/v1/runs/${run_id}/evidence/file?name=nothing`)).status).toBe(404);
});

test('a stored run can be downloaded and sent to another organization', async () => {
  const [one, other] = [await api.createCaller(), await api.createCaller()];
  await send(one, await packTar(made.files));
  const path = `/v1/runs/${made.result.run_id}/evidence/archive`;
  const archive = await one.request(path);
  expect(archive.headers.get('content-type')).toBe('application/x-tar');
  const sent = await send(other, new Uint8Array(await archive.arrayBuffer()));
  expect(await json(sent)).toMatchObject({ runs: [{ run_id: made.result.run_id, overall: 'PASS' }] });
  expect((await (await api.createCaller()).request(path)).status).toBe(404);
});

test('ignores a submitted grade', async () => {
  const caller = await api.createCaller();
  const evidence = JSON.parse(made.files.get('evidence.json')?.toString() as string);
  evidence.commands.done.exit_code = 1;
  const forged = changed({ 'evidence.json': JSON.stringify(evidence) });
  const response = await send(caller, await packTar(forged));
  expect(await json(response)).toMatchObject({ runs: [{ overall: 'FAIL' }] });
  const file = await caller.request(`/v1/runs/${made.result.run_id}/evidence/file?name=grade.json`);
  expect(Grade.parse(await file.json()).overall).toBe('FAIL');
});

test('scores a run without a grade with the baseline and weights of its workspace', async () => {
  const caller = await api.createCaller();
  const { organization_id, workspace_id } = caller;
  const { task_id } = await api.store.tasks.keep(organization_id, buildTask());
  for (let count = 0; count < 21; count++) {
    const run = buildRun({ task_id, wall_ms: count === 0 ? 1e9 : 2, ended_at: `2026-01-01T00:00:${10 + count}.000Z` });
    await api.store.runs.record(organization_id, { run, workspace_id });
  }
  const weights = { completion: 1, error_rate: 1, latency: 97, resource_efficiency: 1 };
  const chosen = await caller.request(`/v1/workspaces/${workspace_id}`, { method: 'PATCH', body: { weights } });
  expect(chosen.status).toBe(200);
  const { baseline: _, ...evidence } = JSON.parse(String(made.files.get('evidence.json')));
  const ungraded = changed({ 'grade.json': undefined, 'evidence.json': JSON.stringify(evidence) });
  expect((await send(caller, await packTar(ungraded))).status).toBe(201);
  const [score] = await api.store.agent_run_scores.list(organization_id, made.result.run_id);
  expect(score?.inputs).toMatchObject({ baseline: { p50_ms: 2, sample_count: 20 }, weights });
  expect(score?.weights).toEqual(weights);
  expect(score).toMatchObject(compute(scorecardV2, score?.inputs));
});

test('stores a run once; repeats get the stored run, other content is a conflict', async () => {
  const caller = await api.createCaller();
  const bytes = await packTar(made.files);
  const headers = { 'idempotency-key': 'once' };
  const first = await send(caller, bytes, { headers });
  const again = await send(caller, bytes, { headers });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.text()).toBe(await first.clone().text());
  const other = await send(caller, bytes);
  expect([other.status, await json(other)]).toEqual([200, { ...JSON.parse(await first.clone().text()), warnings: [] }]);
  const evidence = { ...JSON.parse(String(made.files.get('evidence.json'))), warnings: ['changed'] };
  const edited = await send(caller, await packTar(changed({ 'evidence.json': JSON.stringify(evidence) })));
  expect([edited.status, (await json(edited))['code']]).toEqual([409, 'conflict']);
  const both = await Promise.all([1, 2, 3].map(() => send(api.other, bytes)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
});

test.each([
  { what: 'no evidence', edit: { 'evidence.json': undefined }, code: 'unreadable_file' },
  { what: 'evidence that is not JSON', edit: { 'evidence.json': '{' }, code: 'unreadable_file' },
  { what: 'evidence with another schema', edit: { 'evidence.json': '{"run": {}}' }, code: 'unreadable_file' },
  { what: 'an invalid transcript', edit: { 'transcript.jsonl': '{"type": 1}\n' }, code: 'unreadable_file' },
  { what: 'invalid judgments', edit: { 'judgments.jsonl': '[]\n' }, code: 'unreadable_file' },
  { what: 'an unknown file', edit: { 'notes.txt': 'x' }, code: 'invalid_archive' },
  { what: 'a name that leads out', edit: { 'raw/../../x': 'x' }, code: 'invalid_archive' },
])('rejects a folder with $what, stores nothing and reveals no server path', async ({ edit, code }) => {
  const caller = await api.createCaller();
  const response = await send(caller, await packTar(changed(edit as Record<string, string>)));
  const problem = await json(response);
  expect([response.status, problem['code']]).toEqual([422, code]);
  expect(JSON.stringify(problem)).not.toContain('/tmp');
  expect(await read(caller, '/v1/runs')).toEqual({ items: [], next: null });
});

test('rejects run.json of another run and evidence of another task', async () => {
  const caller = await api.createCaller();
  const run = JSON.parse(made.files.get('run.json')?.toString() as string);
  const evidence = JSON.parse(made.files.get('evidence.json')?.toString() as string);
  for (const edit of [
    { 'run.json': JSON.stringify({ ...run, run_id: newId('run') }) },
    { 'evidence.json': JSON.stringify({ ...evidence, run: { ...evidence.run, task_digest: '0'.repeat(64) } }) },
  ]) {
    const response = await send(caller, await packTar(changed(edit)));
    expect(await json(response)).toMatchObject({ code: 'invalid_input', status: 422 });
  }
});

test('other organizations cannot read or write a run', async () => {
  const [owner, stranger] = [await api.createCaller(), await api.createCaller()];
  await send(owner, await packTar(made.files));
  const { run_id } = made.result;
  for (const path of [
    '',
    '/score',
    '/grade',
    '/transcript',
    '/diff',
    '/evidence',
    '/evidence/file?name=run.json',
    '/attempts',
  ]) {
    const response = await stranger.request(`/v1/runs/${run_id}${path}`);
    expect([path, response.status]).toEqual([path, 404]);
  }
  for (const path of ['/regrade', '/cancel']) {
    const response = await stranger.request(`/v1/runs/${run_id}${path}`, { method: 'POST', body: {} });
    expect([path, response.status]).toEqual([path, 404]);
  }
  const foreign = await api.app.request(`/v1/runs?workspace_id=${owner.workspace_id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stranger.key}`, 'content-type': 'application/x-tar' },
    body: (await packTar(made.files)) as Uint8Array<ArrayBuffer>,
  });
  expect(foreign.status).toBe(404);
  const list = await stranger.request(`/v1/runs?workspace_id=${owner.workspace_id}`);
  expect(list.status).toBe(404);
});

test('regrades a run from stored evidence; both grades stay, the new one is current', async () => {
  const caller = await api.createCaller();
  await send(caller, await packTar(made.files));
  const { run_id } = made.result;
  const regrade = (body: object) => caller.request(`/v1/runs/${run_id}/regrade`, { method: 'POST', body });
  const strict = [{ name: 'no files', type: 'max_files_changed', limit: 0 }];
  const again = await regrade({ scorers: strict, label: 'strict' });
  expect(again.status).toBe(200);
  expect(await json(again)).toMatchObject({ revision: 2, grade: { overall: 'FAIL', label: 'strict' } });
  expect(await read(caller, `/v1/runs/${run_id}`)).toMatchObject({
    result: 'failed',
    overall: 'FAIL',
  });
  expect(await read(caller, `/v1/runs/${run_id}/grade?revision=1`)).toMatchObject({
    revision: 1,
    revisions: 2,
    grade: { overall: 'PASS' },
  });
  expect((await caller.request(`/v1/runs/${run_id}/grade?revision=9`)).status).toBe(404);
  expect(await json(await regrade({ formulas: { axis: '1' } }))).toMatchObject({
    revision: 3,
    grade: { overall: 'PASS', axis: { formula_version: '1' } },
  });
  expect(await json(await regrade({ formulas: { axis: '99' } }))).toMatchObject({ status: 404 });
  const unrun = await regrade({ scorers: [{ name: 'x', type: 'command', command: 'touch /tmp/x' }] });
  expect(await json(unrun)).toMatchObject({ code: 'sandbox_unavailable' });
});

test('a requested run is queued and can be canceled once', async () => {
  const caller = await api.createCaller();
  const { task_id } = await api.store.tasks.keep(caller.organization_id, buildTask());
  const { runs } = (await json(
    await caller.request('/v1/runs', {
      method: 'POST',
      body: {
        execute: {
          task_id,
          agent: { id: 'oracle', type: 'oracle' },
          repeat: 2,
        },
      },
    }),
  )) as { runs: { run_id: string; status: string }[] };
  expect(runs.map(({ status }) => status)).toEqual(['queued', 'queued']);
  const cancel = () => caller.request(`/v1/runs/${runs[0]?.run_id}/cancel`, { method: 'POST' });
  expect(await json(await cancel())).toMatchObject({ status: 'cancelled' });
  expect((await cancel()).status).toBe(409);
  const ungraded = await caller.request(`/v1/runs/${runs[1]?.run_id}/grade`);
  expect(await json(ungraded)).toMatchObject({ status: 404, detail: expect.stringContaining('is queued') });
  expect((await caller.request(`/v1/runs/${newId('run')}/cancel`, { method: 'POST' })).status).toBe(404);
  expect((await caller.request(`/v1/runs/${runs[1]?.run_id}/regrade`, { method: 'POST', body: {} })).status).toBe(409);
});

test('reports removed evidence; the grade stays', async () => {
  const caller = await api.createCaller();
  await send(caller, await packTar(made.files));
  const { run_id } = made.result;
  await caller.request(`/v1/workspaces/${caller.workspace_id}`, {
    method: 'PATCH',
    body: { evidence_retention_days: 1 },
  });
  await using pool = openPool({ url: api.url, connections: 1 });
  await pool.run(sql`update runs set finished_at = now() - interval '3 days' where run_id = ${toUuid(run_id)}`);
  await api.store.transaction(({ evidence_retention }) => evidence_retention.expire(10));
  for (const path of ['evidence', 'evidence/file?name=run.json', 'diff', 'transcript']) {
    const response = await caller.request(`/v1/runs/${run_id}/${path}`);
    expect([response.status, (await json(response))['code']]).toEqual([410, 'evidence_removed']);
  }
  expect((await caller.request(`/v1/runs/${run_id}/grade`)).status).toBe(200);
  expect((await caller.request(`/v1/runs/${run_id}/score`)).status).toBe(200);
});

test('a run whose evidence is lost is not graded again; its grade stays, and clients see no path of the server', async () => {
  const caller = await api.createCaller();
  await send(caller, await packTar(made.files));
  const { run_id } = made.result;
  const before = await read(caller, `/v1/runs/${run_id}/grade`);
  await using pool = openPool({ url: api.url, connections: 1 });
  await pool.run(sql`
    update evidence_parts set location = 'fs:/srv/lost', content = null,
      blob = organization_id::text || '/' || encode(digest, 'hex') || '.0123456789abcdef'
    where organization_id = ${toUuid(caller.organization_id)}`);
  const answers = [
    await caller.request(`/v1/runs/${run_id}/evidence/file?name=run.json`),
    await caller.request(`/v1/runs/${run_id}/transcript`),
    await caller.request(`/v1/runs/${run_id}/regrade`, { method: 'POST', body: {} }),
  ];
  for (const answer of answers) {
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'blob_damaged' });
    expect(text).not.toContain('/srv/lost');
  }
  expect(await read(caller, `/v1/runs/${run_id}/grade`)).toEqual(before);
});
