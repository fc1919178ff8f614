import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../packages/server/src/http/listen.ts';
import { openTestApi, type TestApi } from '../packages/server/test/server.ts';
import {
  ASSAY,
  createFolder,
  type Line,
  proxied,
  readLog,
  scripted,
  startProxy,
  toolCall,
  until,
} from './proxy-kit.ts';

/* Logged evaluations reach a real server exactly once, despite failures, and a client never waits for it. */

const ECHO = scripted(
  "on = ({ id, params }) => say({ jsonrpc: '2.0', id, result: text(params.arguments.say ?? 'hi') })",
);

async function startHttp(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sync(folder: string, env: Record<string, string>, ...options: string[]) {
  const command = [process.execPath, ...ASSAY, 'proxy', 'sync', '--json', '--log', join(folder, 'log'), ...options];
  await using child = startProxy(command, env);
  const { code } = await child.ended;
  return { code, told: JSON.parse(child.lines()[0] ?? 'null') as Line | null, stderr: child.stderr() };
}

/** Calls a tool several times through a proxy, then ends the proxy. */
async function callThrough(folder: string, { env = {}, calls = 3 }: { env?: Record<string, string>; calls?: number }) {
  await using proxy = startProxy(proxied(folder, ['--agent-id', 'caller'], ECHO), env);
  for (let id = 0; id < calls; id++) proxy.send(toolCall(id, 'echo', { say: `answer ${id}` }));
  await until(() => proxy.lines().length === calls);
  proxy.child.stdin.end();
  expect(await proxy.ended).toMatchObject({ code: 0 });
}

describe('with a real server', () => {
  let api: TestApi;
  let server: Awaited<ReturnType<typeof listen>>;
  const env = (key = api.key) => ({ ASSAY_URL: server.url, ASSAY_API_KEY: key });
  const reputation = async (agent: string) => {
    const response = await api.request(`/v1/reputation/${agent}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Line;
  };

  beforeAll(async () => {
    api = await openTestApi();
    server = await listen({ app: api.app, host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.close();
    await api[Symbol.asyncDispose]();
  });

  test('evaluations arrive in the background while the proxy runs', async () => {
    await using folder = await createFolder();
    await using proxy = startProxy(proxied(folder.folder, ['--agent-id', 'live'], ECHO), env());
    proxy.send(toolCall(1, 'echo'), toolCall(2, 'echo', { say: 'write to ada@lovelace.org' }), toolCall(3, 'echo'));
    await until(async () => (await reputation('live'))['eval_count'] === 3);
    expect(await reputation('live')).toMatchObject({ streak: 1, sources: { proxy: 3 } });
    const { items } = (await (await api.request('/v1/evaluations?agent_id=live')).json()) as Line;
    expect(items.map(({ passed }: Line) => passed).sort()).toEqual([false, true, true]);
    // nothing is left to sync, and nothing is counted twice
    proxy.child.stdin.end();
    await proxy.ended;
    expect(await sync(folder.folder, env())).toMatchObject({ code: 0, told: { refused: 0, duplicates: 0 } });
    expect((await reputation('live'))['eval_count']).toBe(3);
  });

  test('a log written offline is sent once, even by parallel syncs', async () => {
    await using folder = await createFolder();
    await callThrough(folder.folder, { calls: 5 });
    const told = await Promise.all([1, 2, 3].map(() => sync(folder.folder, env())));
    for (const { code } of told) expect(code).toBe(0);
    expect(told.reduce((all, one) => all + one.told?.['sent'], 0)).toBe(5);
    expect((await reputation('caller'))['eval_count']).toBe(5);
    // a damaged marker of what was already sent
    for (const name of readdirSync(join(folder.folder, 'log')).filter((name) => name.endsWith('.sent')))
      writeFileSync(join(folder.folder, 'log', name), 'garbage');
    expect(await sync(folder.folder, env())).toMatchObject({ told: { sent: 5, duplicates: 5 } });
    expect((await reputation('caller'))['eval_count']).toBe(5);
  });

  test('skips damaged lines and reports what the server refused', async () => {
    await using folder = await createFolder();
    await callThrough(folder.folder, { calls: 2 });
    const [name = ''] = readdirSync(join(folder.folder, 'log')).filter((one) => one.endsWith('.jsonl'));
    const file = join(folder.folder, 'log', name);
    const [line = {}] = readLog(folder.folder);
    const other = (event_id: string, more: object) =>
      `${JSON.stringify({ ...line, event_id, agent_id: 'fixed', ...more })}\n`;
    appendFileSync(
      file,
      `{"kind":"evaluation","half a li\n${other('bad', { latency_ms: -5 })}${other('good', {})}torn`,
    );
    expect(await sync(folder.folder, env())).toMatchObject({ code: 0, told: { sent: 3, refused: 2 } });
    expect((await reputation('fixed'))['eval_count']).toBe(1);
  });

  test('sends a log written with another key only with --all', async () => {
    await using folder = await createFolder();
    await using dead = await startHttp((_, response) => response.writeHead(503).end());
    const key = await api.createKey(['read', 'write']);
    await callThrough(folder.folder, { env: { ASSAY_URL: dead.url, ASSAY_API_KEY: key } });
    expect(await sync(folder.folder, env())).toMatchObject({ told: { sent: 0, others: 1 } });
    expect(await sync(folder.folder, env(), '--all')).toMatchObject({ told: { sent: 3, others: 0 } });
  });

  test('reports an unknown key and loses nothing', async () => {
    await using folder = await createFolder();
    await callThrough(folder.folder, {});
    const wrong = `${api.key.slice(0, -4)}zzzz`;
    expect(await sync(folder.folder, env(wrong))).toMatchObject({ code: 3, stderr: expect.stringContaining('401') });
    expect(await sync(folder.folder, env())).toMatchObject({ code: 0, told: { sent: 3 } });
  });
});

describe('the client is not affected by', () => {
  test.each([
    { server: 'hangs', listener: (() => undefined) as RequestListener },
    { server: 'answers 500', listener: ((_, response) => response.writeHead(500).end('no')) as RequestListener },
    { server: 'answers with HTML', listener: ((_, response) => response.end('<html>hello</html>')) as RequestListener },
    {
      server: 'redirects',
      listener: ((_, response) => response.writeHead(302, { location: '/' }).end()) as RequestListener,
    },
    { server: 'closes the connection', listener: ((request) => request.socket.destroy()) as RequestListener },
  ])('an Assay server that $server', async ({ listener }) => {
    await using folder = await createFolder();
    let requests = 0;
    await using http = await startHttp((request, response) => {
      requests++;
      listener(request, response);
    });
    await using proxy = startProxy(proxied(folder.folder, [], ECHO), {
      ASSAY_URL: http.url,
      ASSAY_API_KEY: 'assay_sk_x',
    });
    proxy.send(toolCall(1, 'echo'));
    await until(() => requests > 0);
    proxy.send(toolCall(2, 'echo'), toolCall(3, 'echo'));
    await until(() => proxy.lines().length === 3);
    proxy.child.stdin.end();
    expect(await proxy.ended).toEqual({ code: 0, signal: null });
    expect(proxy.stderr()).toBe('');
    expect(readLog(folder.folder)).toHaveLength(3);
  });
});

test('sync without a server URL reports what is required', async () => {
  await using folder = await createFolder();
  mkdirSync(join(folder.folder, 'log'));
  expect(await sync(folder.folder, {})).toMatchObject({ code: 2, stderr: expect.stringContaining('ASSAY_URL') });
});

test('the API key is in no file that a proxy writes', async () => {
  await using folder = await createFolder();
  const ASSAY_API_KEY = `assay_sk_${createHash('sha256').update('canary').digest('hex')}`;
  await callThrough(folder.folder, { env: { ASSAY_URL: 'http://127.0.0.1:9', ASSAY_API_KEY } });
  const files = readdirSync(join(folder.folder, 'log')).map((name) =>
    readFileSync(join(folder.folder, 'log', name), 'latin1'),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.join()).not.toContain(ASSAY_API_KEY);
});
