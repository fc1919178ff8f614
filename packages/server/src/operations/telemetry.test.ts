import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { at, type Json, list } from '@assay/schema/json';
import { gradeTranscript, judgeHeuristically, redact, toInteractionJudgment } from '@assay/scoring';
import { readTranscript } from '@assay/transcripts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApi, readJson, type TestApi, type TestCaller } from '../../test/server.ts';
import { gradeSilentSessions } from '../upkeep/grade-silent-sessions.ts';

// the grading thread starts with the first session
vi.setConfig({ testTimeout: 180_000 });

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const FIXTURES = new URL('../../../../fixtures/transcripts/', import.meta.url);
const LOGS = new URL('otlp-logs/claude-2.1.325.logs.jsonl', FIXTURES).pathname;
const TRACES = new URL('otlp/claude-2.1.325.traces.jsonl', FIXTURES).pathname;
const documentsOf = (path: string): Json[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const send = (caller: TestCaller, path: string, body: Json, headers: Record<string, string> = {}) =>
  caller.request(path, { method: 'POST', body, headers });
const gradeAll = () => gradeSilentSessions(api.services, { silent_ms: 0, signal: new AbortController().signal });
const listGraded = async ({ request, workspace_id }: TestCaller) =>
  (await readJson(await request(`/v1/agent-sessions?workspace_id=${workspace_id}`), 200))['items'] as {
    digest: string;
  }[];
const listLive = async ({ request, workspace_id }: TestCaller) =>
  (await readJson(await request(`/v1/live-sessions?workspace_id=${workspace_id}`), 200))['items'];
const reportOf = async (caller: TestCaller, digest: string) =>
  (await readJson(await caller.request(`/v1/agent-sessions/${digest}`), 200))['report'] as Record<string, unknown>;

/** The grade of `assay grade` of the same telemetry in a file. */
async function gradeFile(path: string) {
  const { value } = redact(await readTranscript(path));
  const judgment = judgeHeuristically(value);
  return gradeTranscript('', value, { judged: toInteractionJudgment(judgment), judgment: null });
}

test.each([
  ['/v1/logs', LOGS],
  ['/v1/traces', TRACES],
])('a session sent to %s is graded like its file', async (path, file) => {
  const caller = await api.createCaller();
  for (const document of documentsOf(file)) expect(await readJson(await send(caller, path, document), 200)).toEqual({});
  expect(await listLive(caller)).toMatchObject([
    {
      ...{ service: 'claude-code', is_graded: false, problem: null, project: null },
      ...{ agent: 'claude-code', model: 'claude-opus-5-5', turns: 4, cost_usd_micros: 22_320 },
    },
  ]);
  expect(await listGraded(caller)).toEqual([]);
  await gradeAll();
  expect(await listLive(caller)).toMatchObject([{ is_graded: true }]);
  const [session] = await listGraded(caller);
  const { grade } = await reportOf(caller, session?.digest ?? '');
  const { source: _, counts: __, ...expected } = await gradeFile(file);
  expect(grade).toMatchObject(JSON.parse(JSON.stringify(expected)));
});

test('log records and spans of a session are one session', async () => {
  const caller = await api.createCaller();
  for (const document of documentsOf(TRACES)) await readJson(await send(caller, '/v1/traces', document), 200);
  for (const document of documentsOf(LOGS)) await readJson(await send(caller, '/v1/logs', document), 200);
  // neither turns nor cost are counted twice
  expect(await listLive(caller)).toMatchObject([{ turns: 4, cost_usd_micros: 22_320 }]);
  await gradeAll();
  expect(await listGraded(caller)).toMatchObject([{ agent: 'claude-code', requests: 1 }]);
});

test('repeated, reordered and differently divided batches change nothing', async () => {
  const [plain, hard] = [await api.createCaller(), await api.createCaller()];
  const documents = documentsOf(LOGS);
  for (const document of documents) await readJson(await send(plain, '/v1/logs', document), 200);
  for (const document of [...documents.toReversed(), ...documents, ...documents.flatMap(divide)])
    await readJson(await send(hard, '/v1/logs', document), 200);
  await gradeAll();
  const [[one], [other]] = [await listGraded(plain), await listGraded(hard)];
  expect(other?.digest).toBe(one?.digest);
  // a batch that comes when all was graded is no news
  for (const document of documents) await readJson(await send(hard, '/v1/logs', document), 200);
  expect(await listLive(hard)).toMatchObject([{ is_graded: true }]);
});

test('batches that arrive at once are stored together, each once', async () => {
  const [plain, hasty] = [await api.createCaller(), await api.createCaller()];
  const documents = documentsOf(LOGS);
  for (const document of documents) await readJson(await send(plain, '/v1/logs', document), 200);
  const sent = [...documents, ...documents, ...documents].map((document) => send(hasty, '/v1/logs', document));
  for (const response of await Promise.all(sent)) await readJson(response, 200);
  const untimed = { workspace_id: null, first_at: null, last_at: null };
  const [plainly, hastily] = [await listLive(plain), await listLive(hasty)].map((live) =>
    list(live).map((one) => Object.assign({}, one, untimed)),
  );
  expect(plainly).toHaveLength(1);
  expect(hastily).toEqual(plainly);
});

test('what comes late replaces the shorter session', async () => {
  const caller = await api.createCaller();
  const documents = documentsOf(LOGS);
  for (const document of documents.slice(0, 3)) await readJson(await send(caller, '/v1/logs', document), 200);
  await gradeAll();
  const [early] = await listGraded(caller);
  for (const document of documents.slice(3)) await readJson(await send(caller, '/v1/logs', document), 200);
  expect(await listLive(caller)).toMatchObject([{ is_graded: false }]);
  await gradeAll();
  const late = await listGraded(caller);
  expect(late).toHaveLength(1);
  expect(late[0]?.digest).not.toBe(early?.digest);
});

test('the same session id in two organizations is two sessions', async () => {
  const [own, other] = [await api.createCaller(), await api.createCaller()];
  const documents = documentsOf(LOGS);
  for (const document of documents) await readJson(await send(own, '/v1/logs', document), 200);
  await readJson(await send(other, '/v1/logs', documents[0]), 200);
  await gradeAll();
  expect(await listGraded(own)).toHaveLength(1);
  const [session] = await listGraded(own);
  expect((await other.request(`/v1/agent-sessions/${session?.digest}`)).status).toBe(404);
});

test.each([
  ['off', false, false],
  ['redacted', true, false],
  ['full', true, true],
] as const)(
  'with telemetry_content %s: content is stored %s, secrets %s',
  async (telemetry_content, content, secrets) => {
    const caller = await api.createCaller();
    const change = { method: 'PATCH', body: { telemetry_content } };
    expect(await readJson(await caller.request('/v1/organization', change), 200)).toMatchObject({ telemetry_content });
    const secret = `ghp_${'aB3d'.repeat(9)}`;
    const documents = documentsOf(LOGS).map((document) =>
      JSON.parse(JSON.stringify(document).replace('"key":"prompt","value":{"stringValue":"', `$&${secret} `)),
    );
    for (const document of documents) await readJson(await send(caller, '/v1/logs', document), 200);
    await gradeAll();
    const [session] = await listGraded(caller);
    const report = JSON.stringify(await reportOf(caller, session?.digest ?? ''));
    expect(report.includes(secret)).toBe(secrets);
    expect(/"type":"user","text":"./.test(report.replace(/"(?:id|at)":"[^"]*",?/g, ''))).toBe(content);
  },
);

test('absurd costs and names do not hide the sessions of a workspace', async () => {
  const caller = await api.createCaller();
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  for (const cost of [9_000_000_000, 9_000_000_001, 1e300, -1]) {
    const attributes = [
      ...[text('session.id', 's'), text('event.name', 'api_request'), text('model', `\0${'m'.repeat(10_000)}`)],
      ...[text('input_tokens', '10'), text('output_tokens', '1'), { key: 'cost_usd', value: { doubleValue: cost } }],
    ];
    const logRecords = [{ body: { stringValue: 'claude_code.api_request' }, attributes }];
    await readJson(await send(caller, '/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }), 200);
  }
  expect(await listLive(caller)).toMatchObject([
    { turns: 4, cost_usd_micros: Number.MAX_SAFE_INTEGER, model: `\ufffd${'m'.repeat(199)}` },
  ]);
});

test('records that belong to no session are counted and refused', async () => {
  const caller = await api.createCaller();
  const log = { body: { stringValue: 'started' }, attributes: [] };
  const document = { resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords: [log, log] }] }] };
  expect(await readJson(await send(caller, '/v1/logs', document), 200)).toEqual({
    partialSuccess: { rejectedLogRecords: '2', errorMessage: '2 records belong to no session of a known agent' },
  });
  expect(await listLive(caller)).toEqual([]);
});

test('a session without readable events says so', async () => {
  const caller = await api.createCaller();
  const attributes = [{ key: 'session.id', value: { stringValue: 's' } }];
  const log = { body: { stringValue: 'other.event' }, attributes };
  await readJson(await send(caller, '/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [log] }] }] }), 200);
  await gradeAll();
  expect(await listLive(caller)).toMatchObject([
    { is_graded: true, problem: 'the telemetry of unknown, session s contains no events that Assay can read' },
  ]);
});

test('metrics are accepted', async () => {
  expect(await readJson(await send(api, '/v1/metrics', { resourceMetrics: [] }), 200)).toEqual({});
});

test('a compressed body is unpacked within limits', async () => {
  const caller = await api.createCaller();
  const [document] = documentsOf(LOGS);
  const post = (body: Uint8Array, encoding = 'gzip') =>
    api.app.request('/v1/logs', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.key}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body: body as Uint8Array<ArrayBuffer>,
    });
  expect(await readJson(await post(gzipSync(JSON.stringify(document))), 200)).toEqual({});
  expect(await listLive(caller)).toHaveLength(1);
  expect(await readJson(await post(gzipSync(Buffer.alloc(80 * 1024 * 1024))), 413)).toMatchObject({
    code: 'payload_too_large',
  });
  expect((await post(Buffer.from('no gzip'))).status).toBe(422);
  expect((await post(Buffer.from('{}'), 'br')).status).toBe(422);
});

function manySessions(count: number, name = 's'): Json {
  const attributes = (index: number) => [
    { key: 'session.id', value: { stringValue: `${name}${index}` } },
    { key: 'event.name', value: { stringValue: 'user_prompt' } },
  ];
  const logRecords = Array.from({ length: count }, (_, index) => ({
    ...{ timeUnixNano: '1794847208028000000', body: { stringValue: 'claude_code.user_prompt' } },
    attributes: attributes(index),
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'claude-code' } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] };
}

test('many sessions in one request are all stored, and graded in order until none is left', async () => {
  // what other tests left
  await gradeAll();
  const [busy, late] = [await api.createCaller(), await api.createCaller()];
  expect(await readJson(await send(busy, '/v1/logs', manySessions(150)), 200)).toEqual({});
  expect(await readJson(await send(late, '/v1/logs', manySessions(1, 'late')), 200)).toEqual({});
  const due = await api.store.telemetry.listDue({ silent_ms: 0, limit: 2 });
  expect(due.map(({ organization_id }) => organization_id)).toEqual([busy.organization_id, late.organization_id]);
  expect(await gradeAll()).toBeGreaterThanOrEqual(151);
  expect(await api.store.telemetry.listDue({ silent_ms: 0, limit: 1 })).toEqual([]);
  expect(list(await listLive(busy)).filter((one) => at(one, 'is_graded') === true)).toHaveLength(150);
});

test('more sessions than one machine has in one request are refused as a whole', async () => {
  const caller = await api.createCaller();
  const refused = await send(caller, '/v1/logs', manySessions(1_001));
  expect(await readJson(refused, 413)).toMatchObject({ detail: expect.stringContaining('at most 1000 sessions') });
  expect(await listLive(caller)).toEqual([]);
});

test('a session that cannot be stored does not hold up the others', async () => {
  const caller = await api.createCaller();
  await readJson(await send(caller, '/v1/logs', manySessions(2)), 200);
  const broken = {
    ...api.services,
    store: {
      ...api.store,
      transaction: () => Promise.reject(new Error('a row that the database refuses')),
    } as typeof api.store,
  };
  await gradeSilentSessions(broken, { silent_ms: 0, signal: new AbortController().signal });
  expect(await listLive(caller)).toMatchObject([
    { is_graded: true, problem: 'Internal error. See the server log.' },
    { is_graded: true, problem: 'Internal error. See the server log.' },
  ]);
});

const deep = (depth: number): string => `${'{"arrayValue":{"values":['.repeat(depth)}${']}}'.repeat(depth)}`;

test.each([
  ['wrong types', '{"resourceLogs":{"a":[1]}}'],
  [
    'wrong types inside',
    '{"resourceLogs":[null,3,{"resource":7,"scopeLogs":[{"logRecords":[1,"a",{"attributes":9}]}]}]}',
  ],
  ['an attribute of 10 MB', session(`{"stringValue":"${'a'.repeat(10_000_000)}"}`)],
  ['deep nesting', session(deep(30))],
  ['NUL and lone surrogates', session('{"stringValue":"\\u0000\\ud800"}')],
  ['many attributes', session(Array(20_000).fill('{"intValue":1}').join('},{"key":"k","value":'))],
])('%s: answered within limits', async (_, body) => {
  const caller = await api.createCaller();
  const response = await caller.request('/v1/logs', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
  await gradeAll();
  for (const { bytes } of (await listLive(caller)) as { bytes: number }[]) expect(bytes).toBeLessThan(600_000);
});

test('nesting without end is refused before it becomes objects', async () => {
  const response = await api.request('/v1/logs', { method: 'POST', body: session(deep(50_000)) });
  expect(await readJson(response, 422)).toMatchObject({
    code: 'invalid_input',
    detail: expect.stringContaining('levels'),
  });
});

function session(value: string): string {
  const attributes = `[{"key":"session.id","value":{"stringValue":"s"}},{"key":"prompt","value":${value}}]`;
  const log = `{"body":{"stringValue":"claude_code.user_prompt"},"attributes":${attributes}}`;
  return `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${log}]}]}]}`;
}

/** The same records, one per document. */
function divide(document: Json): Json[] {
  return list(at(document, 'resourceLogs')).flatMap((group) =>
    list(at(group, 'scopeLogs')).flatMap((scope) =>
      list(at(scope, 'logRecords')).map((log) => ({
        resourceLogs: [{ resource: at(group, 'resource'), scopeLogs: [{ logRecords: [log] }] }],
      })),
    ),
  );
}
