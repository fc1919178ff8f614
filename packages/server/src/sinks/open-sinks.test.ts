import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../test/database.ts';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { type OpenSinksOptions, openSinks } from './open-sinks.ts';
import type { ScoredRun } from './scored-run.ts';
import { noteSentScores, readSentScores } from './sent-scores.ts';

const madeRun = (fields: Partial<ScoredRun> = {}): ScoredRun => ({
  run_id: newId('run'),
  organization_id: newId('org'),
  workspace_id: newId('wsp'),
  agent_id: 'opus',
  scenario: 'fix-add',
  label: null,
  model: 'claude-opus-4-8',
  result: 'passed',
  review: 0,
  outcome: 'COMPLETED',
  overall: 'PASS',
  score: 83,
  tier: 'Gold',
  axes: { completion: 100, error_rate: 100, latency: 50, resource_efficiency: 20 },
  formula: 'scorecard',
  formula_version: '2',
  wall_ms: 1_234,
  cost_usd_micros: 5_000,
  scored_at: '2026-11-15T12:00:00.000Z',
  ...fields,
});

interface Request {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A service that accepts JSON, compressed or not. */
async function startService(statusOf: () => number | undefined = () => 200) {
  const requests: Request[] = [];
  const read = async (request: IncomingMessage): Promise<Request> => {
    const bytes = await buffer(request);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    return { path: request.url ?? '', body: JSON.parse(body.toString()) };
  };
  const server = createServer(async (request, response) => {
    requests.push(await read(request));
    const status = statusOf();
    if (status === undefined) return;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function open(environment: OpenSinksOptions['environment'], kinds?: OpenSinksOptions['kinds']) {
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = createLog({ level: 'info', format: 'json', writeLine: (line) => lines.push(line), now: Date.now });
  const sinks = openSinks({ environment, log, metrics, ...(kinds === undefined ? {} : { kinds }) });
  return { sinks, lines, metrics };
}

test('sends nothing without a key or URL, without failing', async () => {
  const { sinks, lines } = open({ POSTHOG_API_KEY: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  sinks.emit(madeRun());
  await sinks[Symbol.asyncDispose]();
  expect(lines).toEqual([]);
});

test('sends agent.run.scored to PostHog with id, score, axes and tier', async () => {
  const service = await startService();
  const { sinks, metrics } = open({ POSTHOG_API_KEY: 'phc_test', POSTHOG_HOST: service.url });
  const [one, two] = [madeRun(), madeRun({ score: 12, tier: 'Bronze' })];
  sinks.emit(one);
  sinks.emit(two);
  await sinks[Symbol.asyncDispose]();
  const events = service.requests.flatMap(({ body }) => body['batch'] as Record<string, unknown>[]);
  expect(service.requests[0]?.body['api_key']).toBe('phc_test');
  expect(events).toMatchObject([
    {
      event: 'agent.run.scored',
      distinct_id: `${one.organization_id}/opus`,
      timestamp: '2026-11-15T12:00:00.000Z',
      properties: { run_id: one.run_id, score: 83, tier: 'Gold', axes: one.axes, formula_version: '2' },
    },
    { properties: { run_id: two.run_id, score: 12, tier: 'Bronze' } },
  ]);
  expect(await metrics.render()).toContain('assay_scores_sent_total 2');
});

test('sends gen_ai.evaluation.result to OpenTelemetry for the score and each axis', async () => {
  const service = await startService();
  const { sinks } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: `${service.url}/` });
  const run = madeRun();
  sinks.emit(run);
  await sinks[Symbol.asyncDispose]();
  expect(service.requests.map(({ path }) => path)).toEqual(['/v1/logs']);
  const [{ body }] = service.requests as [Request];
  const [{ resource, scopeLogs }] = body['resourceLogs'] as [
    { resource: unknown; scopeLogs: [{ logRecords: Record<string, unknown>[] }] },
  ];
  expect(JSON.stringify(resource)).toContain('{"key":"service.name","value":{"stringValue":"assay"}}');
  const [{ logRecords: records }] = scopeLogs;
  expect(records.map(({ eventName }) => eventName)).toEqual(Array(5).fill('gen_ai.evaluation.result'));
  const attributes = records.map((record) =>
    Object.fromEntries(
      (record['attributes'] as { key: string; value: object }[]).map(({ key, value }) => [
        key,
        Object.values(value)[0],
      ]),
    ),
  );
  expect(attributes[0]).toMatchObject({
    'gen_ai.evaluation.name': 'scorecard',
    'gen_ai.evaluation.score.value': 83,
    'gen_ai.evaluation.score.label': 'Gold',
    'gen_ai.agent.name': 'opus',
    'assay.run.id': run.run_id,
  });
  expect(
    attributes.slice(1).map((one) => [one['gen_ai.evaluation.name'], one['gen_ai.evaluation.score.value']]),
  ).toEqual([
    ['scorecard.completion', 100],
    ['scorecard.error_rate', 100],
    ['scorecard.latency', 50],
    ['scorecard.resource_efficiency', 20],
  ]);
});

test('writes one line per run to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sinks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'scores.jsonl');
  const { sinks } = open({ ASSAY_SCORES_FILE: file });
  const runs = [madeRun(), madeRun({ label: 'zwei\nZeilen' })];
  for (const run of runs) sinks.emit(run);
  await sinks[Symbol.asyncDispose]();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(runs);
});

test.each([
  ['OpenTelemetry', (url: string) => ({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${url}/logs` })],
  ['PostHog', (url: string) => ({ POSTHOG_API_KEY: 'phc_test', POSTHOG_HOST: url })],
])('counts and logs rejections by %s, invisible to callers', async (_, environment) => {
  const service = await startService(() => 400);
  const { sinks, lines, metrics } = open(environment(service.url));
  sinks.emit(madeRun());
  await vi.waitFor(async () => expect(await metrics.render()).toContain('assay_scores_lost_total 1'), 30_000);
  await sinks[Symbol.asyncDispose]();
  expect(lines.join('')).toContain('"event":"sink_failed"');
});

test('counts and logs a file that cannot be written', async () => {
  const { sinks, lines, metrics } = open({ ASSAY_SCORES_FILE: '/dev/null/scores.jsonl' });
  sinks.emit(madeRun());
  await sinks[Symbol.asyncDispose]();
  expect(await metrics.render()).toContain('assay_scores_lost_total 1');
  expect(lines).toHaveLength(1);
});

test('a stuck sink queues up to its limit, drops the rest and does not delay others', async () => {
  let release = (): void => undefined;
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const heard: ScoredRun[] = [];
  const kinds = [
    { id: 'stuck', open: () => ({ send: () => stuck, close: async () => undefined }) },
    {
      id: 'quick',
      open: () => ({
        send: async (runs: readonly ScoredRun[]) => {
          heard.push(...runs);
        },
        close: async () => undefined,
      }),
    },
  ];
  const { sinks, metrics } = open({}, kinds);
  sinks.emit(madeRun());
  // the stuck one still holds the first
  await vi.waitFor(() => expect(heard).toHaveLength(1), 30_000);
  for (let count = 0; count < 1_003; count++) {
    sinks.emit(madeRun());
    if (count % 500 === 0) await vi.waitFor(() => expect(heard).toHaveLength(count + 2), 30_000);
  }
  await vi.waitFor(() => expect(heard).toHaveLength(1_004), 30_000);
  expect(await metrics.render()).toContain('assay_scores_dropped_total 3');
  release();
  await sinks[Symbol.asyncDispose]();
  expect(await metrics.render()).toContain(`assay_scores_sent_total ${1_004 + 1_001}`);
});

test('a run whose folder says that a sink has its score is sent only to the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sinks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'raw'));
  expect(await readSentScores(folder)).toEqual([]);
  await noteSentScores(folder, ['posthog']);
  const service = await startService();
  const file = join(folder, 'scores.jsonl');
  const { sinks } = open({ POSTHOG_API_KEY: 'phc_test', POSTHOG_HOST: service.url, ASSAY_SCORES_FILE: file });
  sinks.emit(madeRun(), await readSentScores(folder));
  await sinks[Symbol.asyncDispose]();
  expect(service.requests).toEqual([]);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(1);
});
