import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFolder, type Line, proxied, readLog, scripted, startProxy, toolCall, until } from './proxy-kit.ts';

/* The log is complete, however the proxy ends. */

const ECHO = scripted("on = ({ id }) => say({ jsonrpc: '2.0', id, result: text('hi') })");

test('a call is in the log soon after its answer, so that even SIGKILL does not lose it', async () => {
  await using folder = await createFolder();
  await using proxy = startProxy(proxied(folder.folder, [], ECHO));
  proxy.send(toolCall(1, 'quick'));
  await until(() => readLog(folder.folder).length === 1);
  proxy.child.kill('SIGKILL');
  await proxy.ended;
  expect(readLog(folder.folder)).toMatchObject([{ kind: 'evaluation', tool: 'quick', passed: true }]);
});

test.each([
  { way: 'the end of input', signals: [], ending: { code: 0, signal: null } },
  { way: 'SIGTERM', signals: ['SIGTERM'], ending: { code: null, signal: 'SIGTERM' } },
  // as Claude Code ends its servers
  { way: 'SIGINT and then SIGTERM', signals: ['SIGINT', 'SIGTERM'], ending: { code: null, signal: 'SIGINT' } },
] as const)('every answered call is logged before the proxy ends by $way', async ({ signals, ending }) => {
  await using folder = await createFolder();
  await using proxy = startProxy(proxied(folder.folder, [], ECHO));
  const count = 3_000;
  proxy.send(...Array.from({ length: count }, (_, id) => toolCall(id, 'quick')));
  await until(() => proxy.lines().length === count);
  if (signals.length === 0) proxy.child.stdin.end();
  for (const signal of signals) {
    proxy.child.kill(signal);
    await sleep(30);
  }
  expect(await proxy.ended).toEqual(ending);
  expect(readLog(folder.folder)).toHaveLength(count);
});

test('a server behind a URL: two interrupts end the proxy with 130, after the log is written', async () => {
  await using folder = await createFolder();
  // answers only the first request
  let requests = 0;
  const server = createServer((_, response) => {
    if (++requests > 1) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'hi' }] } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  await using proxy = startProxy(proxied(folder.folder, ['--url', url], []));
  proxy.send(toolCall(1, 'answered'));
  await until(() => proxy.lines().length === 1);
  proxy.send(toolCall(2, 'open'));
  await until(() => requests === 2);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) proxy.child.kill(signal);
  expect(await proxy.ended).toEqual({ code: 130, signal: null });
  expect(readLog(folder.folder)).toMatchObject([
    { kind: 'evaluation', tool: 'answered' },
    { kind: 'unjudged', tool: 'open' },
  ]);
  server.closeAllConnections();
  server.close();
});

test('traffic too fast to inspect is forwarded, and the log says how much was skipped', async () => {
  await using folder = await createFolder();
  const note = `{ jsonrpc: '2.0', method: 'note', params: Array.from({ length: 2000 }, (_, i) => ({ i })) }`;
  const server = scripted(`const line = JSON.stringify(${note}); let left = 12000;
    const go = () => { while (left-- > 0) if (!process.stdout.write(line + '\\n')) return process.stdout.once('drain', go);
      on = ({ id }) => say({ jsonrpc: '2.0', id, result: text('hi') }); say({ jsonrpc: '2.0', method: 'done' }); };
    go();`);
  await using proxy = startProxy(proxied(folder.folder, [], server));
  let lines = 0;
  proxy.child.stdout.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  });
  await until(() => lines === 12_001);
  // repeats until a call is inspected; how many are skipped depends on the machine
  let id = 0;
  const isJudged = ({ kind }: Line): boolean => kind === 'evaluation';
  await until(() => {
    proxy.send(toolCall(++id, 'later'));
    return readLog(folder.folder).some(isJudged);
  });
  const log = readLog(folder.folder);
  expect(log.filter(isJudged)[0]).toMatchObject({ tool: 'later', passed: true });
  for (const line of log.filter((one) => !isJudged(one))) {
    expect(line).toMatchObject({ kind: 'missed', bytes: expect.any(Number), messages: expect.any(Number) });
    expect(line['messages']).toBeGreaterThan(0);
  }
});
