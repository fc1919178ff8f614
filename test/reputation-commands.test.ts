import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../packages/server/src/http/listen.ts';
import { openTestApi, type TestApi } from '../packages/server/test/server.ts';

/* The commands, each in a separate process, against a real server. */
const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

let api: TestApi;
let server: Listening;
let folder: string;
beforeAll(async () => {
  api = await openTestApi();
  server = await listen({ app: api.app, host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-reputation-'));
}, 120_000);
afterAll(async () => {
  await server.close();
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function assay(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...process.env, ASSAY_URL: server.url, ASSAY_API_KEY: api.key, DATABASE_URL: api.url, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(input);
  const status = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { status, stdout, stderr };
}

const send = (agent_id: string, count: number) =>
  api.request('/v1/ingest', {
    method: 'POST',
    body: {
      evaluations: Array.from({ length: count }, (_, n) => ({
        event_id: `${agent_id}-${n}`,
        agent_id,
        output: n,
        passed: n > 2,
        latency_ms: 5,
      })),
    },
  });

test('sends one evaluation and sets the exit code', async () => {
  const passed = await assay([
    'evaluate',
    '--agent-id',
    'cli',
    '--output',
    'all is well',
    '--latency-ms',
    '3',
    '--json',
  ]);
  expect(passed, passed.stderr).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(passed.stdout)).toMatchObject({
    passed: true,
    status: 'counted',
    source: 'rest',
    reputation: { eval_count: 1 },
  });

  const request = {
    agent_id: 'cli',
    output: { price: 'free' },
    checks: [{ type: 'json_path', path: '$.price', equals: 0 }],
  };
  const failed = await assay(['evaluate'], { input: JSON.stringify(request) });
  expect(failed, failed.stderr).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^failed\n.*FAIL.*json_path[\s\S]*evaluation 2 of this agent/),
  });

  const unsaid = await assay([
    'evaluate',
    '--agent-id',
    'cli',
    '--output',
    'x',
    '--checks',
    await file('checks.json', [{ type: 'regex', pattern: '(' }]),
  ]);
  expect(unsaid).toMatchObject({ status: 3, stdout: expect.stringContaining('no verdict') });
}, 60_000);

const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

test('--local runs the checks without a server and counts for no reputation', async () => {
  const env = { ASSAY_URL: '', ASSAY_API_KEY: '' };
  const local = await assay(['evaluate', '--local', '--agent-id', 'a', '--output', 'rm -rf /', '--json'], { env });
  expect(local.status).toBe(1);
  expect(JSON.parse(local.stdout)).toMatchObject({
    passed: false,
    checks: [{ id: 'filesystem', verdict: 'FAIL' }, {}, {}],
  });
  expect(await assay(['evaluate', '--agent-id', 'a', '--output', 'x'], { env })).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('ASSAY_URL'),
  });
}, 60_000);

test.each([
  {
    why: 'an invalid key',
    args: ['reputation', 'a'],
    env: { ASSAY_API_KEY: 'assay_sk_nothing' },
    status: 3,
    says: 'API key',
  },
  {
    why: 'an unreachable server',
    args: ['reputation', 'a'],
    env: { ASSAY_URL: 'http://127.0.0.1:9' },
    status: 3,
    says: 'cannot be reached',
  },
  {
    why: 'an invalid URL',
    args: ['reputation', 'a', '--url', 'ftp://x'],
    env: {},
    status: 2,
    says: 'http://127.0.0.1:4600',
  },
  { why: 'no agent', args: ['reputation'], env: {}, status: 2, says: 'one agent' },
  {
    why: 'an invalid field',
    args: ['evaluate', '--agent-id', 'a', '--output', 'x', '--latency-ms', 'soon'],
    env: {},
    status: 2,
    says: 'latency_ms',
  },
  { why: 'no trusted key', args: ['verify', 'x.json'], env: { XDG_STATE_HOME: 'none' }, status: 2, says: '--key' },
  { why: 'a missing file', args: ['verify', 'none.json', '--key', 'none.json'], env: {}, status: 2, says: 'none.json' },
])(
  '$why gives exit $status and a message on stderr',
  async ({ args, env, status, says }) => {
    expect(await assay(args, { env })).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(says) });
  },
  60_000,
);

test('reads a reputation, saves its attestation and verifies it offline; every rejection has a reason', async () => {
  await send('carried', 60);
  const attestation = join(folder, 'attestation.json');
  const read = await assay(['reputation', 'carried', '--attestation', attestation]);
  expect(read, read.stderr).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/carried {2}\d+ of 1000.*active\n {2}60 evaluations;/),
  });
  const keys = await file('keys.json', await (await api.request('/.well-known/assay-keys.json')).text());
  const offline = { ASSAY_URL: '', ASSAY_API_KEY: '' };

  const holds = await assay(['verify', attestation, '--key', keys], { env: offline });
  expect(holds, holds.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining('carried of org_') });
  const online = await assay(['verify', attestation, '--url', server.url, '--json'], { env: offline });
  expect(JSON.parse(online.stdout)).toMatchObject({
    valid: true,
    statement: { predicate: { agent_id: 'carried', eval_count: 60 } },
  });

  const { items } = (await (await api.request('/v1/evaluations?agent_id=carried&limit=200')).json()) as {
    items: object[];
  };
  const window = await file('window.json', items.toReversed());
  expect((await assay(['verify', attestation, '--key', keys, '--evaluations', window])).status).toBe(0);
  const turned = await assay([
    'verify',
    attestation,
    '--key',
    keys,
    '--evaluations',
    await file('turned.json', { items }),
    '--json',
  ]);
  expect([turned.status, JSON.parse(turned.stdout)]).toMatchObject([1, { valid: false, reason: 'reordered' }]);

  const envelope = JSON.parse(await readFile(attestation, 'utf8')) as { payload: string };
  const better = Buffer.from(envelope.payload, 'base64')
    .toString()
    .replace(/"score":\d+/, '"score":1000');
  const forged = await file('forged.json', { ...envelope, payload: Buffer.from(better).toString('base64') });
  const refused = await assay(['verify', forged, '--key', keys], { env: offline });
  expect(refused).toMatchObject({ status: 1, stdout: expect.stringMatching(/^invalid {2}tampered: /) });
  const nonsense = await assay(['verify', await file('nonsense.json', 'hello'), '--key', keys, '--json']);
  expect([nonsense.status, JSON.parse(nonsense.stdout)]).toMatchObject([1, { reason: 'malformed' }]);
}, 120_000);

test('signing keys can be listed, rotated and revoked; an attestation of a revoked key is rejected', async () => {
  await send('rotated', 1);
  const old = join(folder, 'old.json');
  await assay(['reputation', 'rotated', '--attestation', old]);
  const rotated = await assay(['signing-key', 'rotate', '--json']);
  expect(rotated, rotated.stderr).toMatchObject({ status: 0 });
  const { keys } = JSON.parse(rotated.stdout) as { keys: { kid: string; retired_at: string | null }[] };
  const retired = keys.find(({ retired_at }) => retired_at !== null)?.kid as string;
  expect((await assay(['verify', old, '--url', server.url])).status).toBe(0);
  const revoked = await assay(['signing-key', 'revoke', retired, '--reason', 'it leaked']);
  expect(revoked, revoked.stderr).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/signs[\s\S]*revoked .*it leaked/),
  });
  const refused = await assay(['verify', old, '--url', server.url, '--json']);
  expect([refused.status, JSON.parse(refused.stdout)]).toMatchObject([1, { reason: 'revoked' }]);
  expect((await assay(['signing-key', 'revoke', 'unknown', '--reason', 'x'])).status).toBe(2);
  expect((await assay(['signing-key', 'burn'])).status).toBe(2);
  const nowhere = await assay(['signing-key', 'list'], { env: { DATABASE_URL: '' } });
  expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('no server database') });
  expect(await readdir(folder)).not.toContain('.assay');
}, 120_000);
