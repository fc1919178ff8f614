import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { score } from '@assay/scoring';
import { Assay, type AssayOptions, GateError } from '@assay/sdk';
import { describe, expect, test } from 'vitest';
import type { Listening } from '../packages/server/src/http/listen.ts';
import { makeRunFolder, packTar } from '../packages/server/test/run-folder.ts';
import { buildRun, buildTask } from '../packages/server/test/runs.ts';
import type { TestApi } from '../packages/server/test/server.ts';
import { useListeningApi } from './listening-api.ts';
import { openRelay } from './sdk-relay.ts';

/* The client with a real server and a real database, over a socket. */
let api: TestApi;
let server: Listening;
useListeningApi((opened) => {
  ({ api, server } = opened);
});

const open = (options: Partial<AssayOptions> = {}) => new Assay({ baseUrl: server.url, apiKey: api.key, ...options });

/** Recomputes the reputation of an agent from its log. */
async function recompute(assay: Assay, agent_id: string) {
  const log = [];
  for await (const evaluation of assay.each('listEvaluations', { agent_id, limit: 200 })) log.push(evaluation);
  log.reverse();
  const evaluations = log.map(({ passed, latency_ms, latency_ref_ms }) => ({
    passed: passed ?? false,
    latency_ms,
    latency_ref_ms,
    errored: passed === null,
  }));
  const result = score('reputation', { evaluations }) as Record<string, unknown>;
  return { log, result };
}

describe('one evaluation', () => {
  test('returns its checks and the new reputation, with source sdk', async () => {
    const assay = open();
    const evaluated = await assay.evaluate({
      agent_id: 'one',
      output: { price: 12.5 },
      latency_ms: 30,
      checks: [{ type: 'json_path', path: '$.price', exists: true }],
    });
    expect(evaluated).toMatchObject({ passed: true, source: 'sdk', reputation: { eval_count: 1, seq: 1 } });
    expect(evaluated.checks).toEqual([expect.objectContaining({ verdict: 'PASS' })]);
    expect(await assay.reputation('one')).toMatchObject({ agent_id: 'one', eval_count: 1, sources: { sdk: 1 } });
  });

  test('sent twice with one key counts once', async () => {
    const assay = open();
    const send = () => assay.evaluate({ agent_id: 'twice', output: 1, passed: true }, { idempotencyKey: 'twice-1' });
    const [first, second] = [await send(), await send()];
    expect(second.evaluation_id).toBe(first.evaluation_id);
    expect(await assay.reputation('twice')).toMatchObject({ eval_count: 1 });
  });

  test.each(['ladder / ünïcode ☂ %2F', 'a?b=c#d', '../../v1/session'])(
    'keeps the agent id %j separate',
    async (agent_id) => {
      const assay = open();
      await assay.evaluate({ agent_id, output: 1, passed: true });
      expect(await assay.reputation(agent_id)).toMatchObject({ agent_id: agent_id.normalize('NFC'), eval_count: 1 });
    },
  );
});

describe('errors of the server have a code', () => {
  test.each([
    {
      what: 'an unknown field',
      act: (assay: Assay) => assay.evaluate({ agent_id: 'x', output: 1, verdict: true } as never),
      error: { code: 'invalid_input', status: 422 },
    },
    {
      what: 'an idempotency key used with another body',
      act: async (assay: Assay) => {
        await assay.evaluate({ agent_id: 'x', output: 1, passed: true }, { idempotencyKey: 'again' });
        await assay.evaluate({ agent_id: 'x', output: 2, passed: true }, { idempotencyKey: 'again' });
      },
      error: { code: 'idempotency_mismatch', status: 422 },
    },
    {
      what: 'a body that is too large',
      act: (assay: Assay) => assay.evaluate({ agent_id: 'x', output: 'x'.repeat(1_100_000), passed: true }),
      error: { code: 'payload_too_large', status: 413 },
    },
    {
      what: 'an unknown run',
      act: (assay: Assay) => assay.api.getRunScore({ run_id: `run_0${'1'.repeat(25)}` }),
      error: { status: 404 },
    },
  ])('$what', async ({ act, error }) => {
    await expect(act(open())).rejects.toMatchObject({
      name: 'RequestError',
      request_id: expect.any(String),
      ...error,
    });
  });

  test('an invalid key, and a read-only key', async () => {
    const evaluation = { agent_id: 'x', output: 1, passed: true };
    await expect(open({ apiKey: 'assay_sk_of_nobody' }).evaluate(evaluation)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const reader = open({ apiKey: await api.createKey(['read']) });
    await expect(reader.evaluate(evaluation)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await reader.reputation('x')).toMatchObject({ agent_id: 'x' });
  });
});

test('a gate throws on a failed output and returns a passed one', async () => {
  await using assay = open();
  const say = assay.gate(async (text: string) => text, {
    agent_id: 'gated',
    on_fail: 'throw',
    timeout_ms: 60_000,
    checks: [{ id: 'polite', type: 'regex', pattern: 'please' }],
  });
  expect(await say('please wait')).toBe('please wait');
  await expect(say('wait')).rejects.toThrow(GateError);
  await expect(say('wait')).rejects.toThrow(/polite: /);
  expect(await assay.reputation('gated')).toMatchObject({ eval_count: 3, streak: 0, pass_rate: 1 / 3 });
});

test('one invalid evaluation does not fail its batch', async () => {
  const dropped: string[] = [];
  const assay = open({ batchSize: 100, onDrop: ({ event_ids }) => void dropped.push(...event_ids) });
  for (let i = 0; i < 20; i++) {
    const wrong = i === 7 ? { latency_ms: -1 } : {};
    assay.record({ agent_id: 'batch', output: i, passed: true, ...wrong }, { event_id: `batch-${i}` });
  }
  await assay.close({ timeoutMs: 60_000 });
  expect(dropped).toEqual(['batch-7']);
  expect(assay.recorded).toEqual({ queued: 0, sent: 19, dropped: 1 });
  expect(await open().reputation('batch')).toMatchObject({ eval_count: 19, streak: 19 });
});

test('on an unreliable network nothing is lost, duplicated or out of order', async () => {
  // deterministic: every seventh chunk is lost
  let passed = 0;
  await using relay = await openRelay(server.url, { isBad: () => ++passed % 7 === 0 });
  const assay = open({ baseUrl: relay.url, batchSize: 10, retries: 10 });
  const count = 120;
  for (let i = 0; i < count; i++) assay.record({ agent_id: 'network', output: i, passed: true, latency_ms: i });
  const direct = await Promise.all(
    Array.from({ length: 10 }, (_, i) => assay.evaluate({ agent_id: 'network-direct', output: i, passed: true })),
  );
  while (assay.recorded.queued > 0) await assay.flush({ timeoutMs: 1_000 });
  expect(relay.harm).toBeGreaterThan(0);
  expect(assay.recorded).toEqual({ queued: 0, sent: count, dropped: 0 });
  const { log } = await recompute(open(), 'network');
  expect(log.map(({ latency_ms }) => latency_ms)).toEqual(Array.from({ length: count }, (_, i) => i));
  expect(new Set(direct.map(({ evaluation_id }) => evaluation_id)).size).toBe(10);
  expect(await open().reputation('network-direct')).toMatchObject({ eval_count: 10 });
});

describe('a run', () => {
  test('sent as an archive is graded and can be read', async () => {
    await using made = await makeRunFolder();
    const { run_id, scorecard } = made.result;
    const assay = open();
    const { runs } = await assay.sendRun(gzipSync(await packTar(made.files)), { workspace_id: api.workspace_id });
    expect(runs).toEqual([expect.objectContaining({ run_id, overall: 'PASS' })]);
    expect(await assay.api.getRunScore({ run_id })).toMatchObject({ run_id, score: scorecard?.score });
    expect(await assay.api.getRunDiff({ run_id })).toContain('+done');
    const listed = [];
    for await (const run of assay.each('listRuns', { workspace_id: api.workspace_id, limit: 1 }))
      listed.push(run.run_id);
    expect(listed).toEqual([run_id]);
    expect(await assay.reputation('bot')).toMatchObject({ sources: { run: 1 } });
  });

  test('that changes while the client is disconnected is reported after it reconnects', async () => {
    const caller = await api.createCaller();
    const { task_id } = await api.store.tasks.keep(caller.organization_id, buildTask());
    const record = async () => {
      const run = buildRun({ task_id });
      await api.store.runs.record(caller.organization_id, { run, workspace_id: caller.workspace_id });
      return run.run_id;
    };
    await using relay = await openRelay(server.url, { isBad: () => false });
    const controller = new AbortController();
    const events = open({ baseUrl: relay.url, apiKey: caller.key }).events({ signal: controller.signal });
    const told = async (run_id: string) => {
      for (;;) {
        const { value } = await events.next();
        if (value?.event === 'run' && value.data.run_id === run_id) return value.data.status;
      }
    };
    // runs made before the client listens cause no event, so runs are made until the first event arrives
    const first: string[] = [];
    const maker = (async () => {
      while (!controller.signal.aborted && first.length < 600) {
        first.push(await record());
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const { value } = await events.next();
    expect(value?.event).toBe('run');
    relay.cut();
    const missed = await record();
    expect(await told(missed)).toBe('finished');
    controller.abort();
    await maker;
  });
});

test('another organization sees none of it', async () => {
  await open().evaluate({ agent_id: 'mine', output: 1, passed: true });
  const other = open({ apiKey: api.other.key });
  expect(await other.reputation('mine')).toMatchObject({ eval_count: 0, lifecycle: 'new' });
  for await (const evaluation of other.each('listEvaluations', {})) expect(evaluation).toBeUndefined();
});

test('the test suite of the Python example passes with plain Python', async () => {
  const { stderr } = await promisify(execFile)('python3', ['-B', '-m', 'unittest', '-v'], {
    cwd: fileURLToPath(new URL('../examples/python', import.meta.url)),
    env: { PATH: process.env['PATH'], ASSAY_URL: server.url, ASSAY_API_KEY: api.key, ASSAY_AGENT_ID: 'support-bot' },
  });
  expect(stderr).toMatch(/Ran 9 tests[\s\S]*OK \(expected failures=1\)/);
  expect(await open().reputation('support-bot')).toMatchObject({ eval_count: 3, sources: { rest: 3 } });
});
