import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { packTar } from '../../test/run-folder.ts';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const scenario = (fields: object = {}) => ({
  name: 'fix-add',
  user_instruction: 'Fix add.',
  workspace_seed: { copy: './fixture' },
  scorers: [{ name: 'small', type: 'max_files_changed', limit: 1 }],
  ...fields,
});

type Json = Record<string, unknown>;
const json = async (response: Response) => (await response.json()) as Json;
const post = (caller: TestCaller, path: string, body: unknown, headers: Record<string, string> = {}) =>
  caller.request(path, { method: 'POST', body, headers });

async function create(caller: TestCaller, fields: object = {}): Promise<string> {
  const response = await post(caller, '/v1/scenarios', { scenario: scenario(fields) });
  expect(response.status).toBe(201);
  return (await json(response))['scenario_id'] as string;
}

test('creates, reads and lists scenarios; a name is unique until archived', async () => {
  const caller = await api.createCaller();
  const id = await create(caller);
  await create(caller, { name: 'a-first' });
  const read = await caller.request(`/v1/scenarios/${id}`);
  expect(read.headers.get('etag')).toBe('"1"');
  expect(await json(read)).toMatchObject({ revision: 1, scenario: { name: 'fix-add', limits: { wall_s: 900 } } });
  const first = await json(await caller.request('/v1/scenarios?limit=1'));
  expect(first).toMatchObject({ items: [{ scenario: { name: 'a-first' } }] });
  const second = await json(await caller.request(`/v1/scenarios?limit=1&after=${first['next']}`));
  expect(second).toMatchObject({ items: [{ scenario_id: id }], next: null });
  const taken = await post(caller, '/v1/scenarios', { scenario: scenario() });
  expect([taken.status, (await json(taken))['code']]).toEqual([409, 'conflict']);
  expect(await json(await post(caller, `/v1/scenarios/${id}/archive`, undefined))).toMatchObject({
    archived_at: expect.any(String),
  });
  await create(caller);
  const frozen = await post(caller, `/v1/scenarios/${id}/tasks`, { files: {} });
  expect(frozen.status).toBe(409);
});

test('rejects an edit of an outdated revision', async () => {
  const caller = await api.createCaller();
  const path = `/v1/scenarios/${await create(caller)}`;
  const put = (body: object, headers: Record<string, string> = {}) =>
    caller.request(path, { method: 'PUT', body, headers });
  const edited = scenario({ user_instruction: 'Fix it well.' });
  const first = await put({ scenario: edited }, { 'if-match': '"1"' });
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
  const late = await put({ scenario: scenario(), revision: 1 });
  expect([late.status, (await json(late))['code']]).toEqual([412, 'revision_mismatch']);
  expect((await put({ scenario: edited, revision: 2 })).status).toBe(200);
  for (const [body, headers] of [
    [{ scenario: edited }, {}],
    [{ scenario: edited }, { 'if-match': '*' }],
    [{ scenario: edited, revision: 1 }, { 'if-match': '"3"' }],
  ] as const)
    expect((await put(body, headers)).status).toBe(422);
  const unchanged = await caller.request(path, { headers: { 'if-none-match': '"3"' } });
  expect(unchanged.status).toBe(304);
});

test('reports all errors of a scenario at once, as the command does', async () => {
  const wrong = scenario({
    limits: { wall_s: 'long' },
    rubric: [
      { check: 'a', weight: 0.9 },
      { check: 'b', weight: 0.9 },
    ],
    scorers: [
      { name: 'same', type: 'max_files_changed', limit: 1 },
      { name: 'same', type: 'max_files_changed', limit: 1 },
    ],
    user_instructions: 'x',
  });
  const answer = await json(await post(api, '/v1/scenarios/validate', { scenario: wrong }));
  expect((answer['faults'] as { path: string }[]).map(({ path }) => path).toSorted()).toEqual([
    'limits.wall_s',
    'rubric',
    'scorers[1].name',
    'user_instructions',
  ]);
  expect(answer).toMatchObject({
    scenario: null,
    faults: expect.arrayContaining([expect.objectContaining({ hint: 'user_instruction' })]),
  });
  expect(await json(await post(api, '/v1/scenarios/validate', { scenario: scenario() }))).toMatchObject({
    faults: [],
    scenario: { stages: [] },
  });
  for (const value of [null, 5, [], 'x'])
    expect(await json(await post(api, '/v1/scenarios/validate', { scenario: value }))).toMatchObject({
      scenario: null,
    });
  const refused = await post(api, '/v1/scenarios', {
    scenario: scenario({
      rubric: [
        { check: 'a', weight: 0.9 },
        { check: 'b', weight: 0.9 },
      ],
    }),
  });
  expect(await json(refused)).toMatchObject({ status: 422, path: 'scenario.rubric' });
});

const FILES = { 'fixture/add.js': 'export const add = (a, b) => a - b;\n', 'oracle.patch': 'patch\n' };

test('freezes a scenario with its files; the same files give the same task in any format', async () => {
  const caller = await api.createCaller();
  const id = await create(caller, { oracle: './oracle.patch' });
  const frozen = await post(caller, `/v1/scenarios/${id}/tasks`, { files: FILES });
  expect(frozen.status).toBe(201);
  const task = await json(frozen);
  expect(task).toMatchObject({
    scenario_id: id,
    files: [
      { name: 'fixture/add.js', executable: false, size_bytes: 36 },
      { name: 'oracle.patch', size_bytes: 6 },
    ],
  });
  expect(await json(await caller.request(`/v1/tasks/${task['task_id']}`))).toEqual(task);
  const packed = await api.app.request(`/v1/scenarios/${id}/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/gzip' },
    body: gzipSync(await packTar(Object.entries(FILES))) as Uint8Array<ArrayBuffer>,
  });
  const again = await json(packed);
  expect(again['task_id']).not.toBe(task['task_id']);
  expect(again['task_digest']).toBe(task['task_digest']);
  const listed = await json(await caller.request(`/v1/scenarios/${id}/tasks`));
  expect((listed['items'] as Json[]).map(({ task_id }) => task_id)).toEqual([again['task_id'], task['task_id']]);
  const other = await post(caller, `/v1/scenarios/${id}/tasks`, { files: { ...FILES, 'fixture/add.js': 'x' } });
  expect((await json(other))['task_digest']).not.toBe(task['task_digest']);
});

test.each([
  { fields: { workspace_seed: { copy: '/etc' } }, path: 'scenario.workspace_seed.copy', why: 'files of the server' },
  { fields: { workspace_seed: { copy: '../..' } }, path: 'scenario.workspace_seed.copy', why: 'files of the server' },
  { fields: { oracle: './a/../../secret' }, path: 'scenario.oracle', why: 'files of the server through ..' },
  { fields: { skills: ['/root/.ssh'] }, path: 'scenario.skills[0]', why: 'files of the server' },
  {
    fields: { workspace_seed: { git: 'http://169.254.169.254/', ref: 'x' } },
    path: 'scenario.workspace_seed',
    why: 'the network of the server',
  },
  { fields: { workspace_seed: { archive: 'a.zip' } }, path: 'scenario.workspace_seed', why: 'a bomb' },
  {
    fields: { workspace_seed: { copy: 'nothing' } },
    path: 'scenario.workspace_seed.copy',
    why: 'the files were not sent',
  },
  { fields: { workspace_seed: { copy: 'oracle.patch' } }, path: 'scenario.workspace_seed.copy', why: 'it is a file' },
])('does not freeze a scenario with $fields: $why', async ({ fields, path }) => {
  const caller = await api.createCaller();
  const id = await create(caller, fields);
  const refused = await post(caller, `/v1/scenarios/${id}/tasks`, { files: FILES });
  expect(await json(refused)).toMatchObject({ status: 422, path });
  expect(await json(await caller.request(`/v1/scenarios/${id}/tasks`))).toEqual({ items: [], next: null });
});

test('rejects a git repository among the files: its settings would start programs', async () => {
  const caller = await api.createCaller();
  const id = await create(caller, { history: 'keep' });
  const files = { ...FILES, 'fixture/.GIT/config': '[core]\nfsmonitor = touch /tmp/planted' };
  const refused = await post(caller, `/v1/scenarios/${id}/tasks`, { files });
  expect(await json(refused)).toMatchObject({ status: 422, code: 'invalid_archive' });
});

test('other organizations cannot read or edit scenarios and tasks', async () => {
  const [owner, stranger] = [await api.createCaller(), await api.createCaller()];
  const id = await create(owner);
  const { task_id } = await json(await post(owner, `/v1/scenarios/${id}/tasks`, { files: FILES }));
  for (const path of [`/v1/scenarios/${id}`, `/v1/scenarios/${id}/tasks`, `/v1/tasks/${task_id}`])
    expect([path, (await stranger.request(path)).status]).toEqual([path, 404]);
  for (const path of ['archive', 'tasks'])
    expect((await post(stranger, `/v1/scenarios/${id}/${path}`, { files: FILES })).status).toBe(404);
  const edit = { scenario: scenario(), revision: 1 };
  expect((await stranger.request(`/v1/scenarios/${id}`, { method: 'PUT', body: edit })).status).toBe(404);
  expect(await json(await stranger.request('/v1/scenarios'))).toEqual({ items: [], next: null });
  const order = { task_id, agent: { id: 'nop', type: 'nop' } };
  expect((await post(stranger, '/v1/runs', { execute: order })).status).toBe(404);
  expect((await owner.request(`/v1/tasks/${newId('task')}`)).status).toBe(404);
});
