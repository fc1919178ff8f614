import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolder, proxied, readLog, scripted, startProxy, toolCall, until } from './proxy-kit.ts';

/* What the gate withholds from a client when the server is not trusted. */

const CHECKS = [
  { type: 'not_contains', id: 'no-gold', value: 'GOLD' },
  { type: 'secrets', id: 'secrets' },
];
// assembled here, so that no file contains anything that looks like a secret
const SECRET = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4'}`;

// sends the given lines, with $ID replaced by the id of the request
const PUPPET = scripted(`on = (message) => {
  if (message.method !== 'tools/call') return say({ jsonrpc: '2.0', id: message.id, result: { of: message.method } });
  for (const line of message.params.arguments.lines) say(line.replaceAll('$ID', JSON.stringify(message.id)));
}`);

describe('the gate', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let proxy: ReturnType<typeof startProxy>;
  let asked = 0;

  beforeAll(async () => {
    folder = await createFolder();
    writeFileSync(`${folder.folder}/checks.json`, JSON.stringify(CHECKS));
    const options = ['--mode', 'gate', '--checks', `${folder.folder}/checks.json`, '--agent-id', 'guarded'];
    proxy = startProxy(proxied(folder.folder, options, PUPPET));
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** The lines that reach the client for lines of the server; a ping after them marks the end. */
  async function answers(...lines: string[]): Promise<string[]> {
    const before = proxy.lines().length;
    const id = ++asked;
    const ping = `ping-${id}`;
    proxy.send(toolCall(id, 'puppet', { lines }), { jsonrpc: '2.0', id: ping, method: 'ping' });
    await until(() => proxy.lines().some((line) => line.includes(`"${ping}"`)));
    return proxy.lines().slice(before, -1);
  }
  const result = (text: string, more: object = {}): string =>
    `{"jsonrpc":"2.0","id":$ID,"result":${JSON.stringify({ content: [{ type: 'text', text }], ...more })}}`;
  const withId = (line: string): string => line.replaceAll('$ID', String(asked));

  test('forwards a passing result byte for byte', async () => {
    const odd =
      '{ "id": $ID,  "result" : {"content":[{"type":"text","text":"f\\u0069ne"}], "n": 1.0 },"jsonrpc":"2.0"}';
    expect(await answers(odd)).toEqual([withId(odd)]);
  });

  test('replaces a failing result with an error that gives the reason but not the content', async () => {
    const [line = '', ...more] = await answers(result('here is GOLD'));
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      id: asked,
      error: {
        code: -32050,
        message: expect.stringMatching(/^the result of puppet was withheld: no-gold: /),
        data: { event_id: expect.any(String), failed_checks: [{ id: 'no-gold', verdict: 'FAIL' }] },
      },
    });
  });

  test.each([
    { lines: [result('fine', { structuredContent: { a: 'GOLD' } })], why: 'next to a harmless text' },
    { lines: [result('fine', { _meta: { a: 'GOLD' } })], why: 'in the metadata of the result' },
    { lines: ['{"jsonrpc":"2.0","id":$ID,"error":{"code":1,"message":"GOLD"}}'], why: 'in an error' },
    {
      lines: ['{"jsonrpc":"2.0","id":$ID,"result":{"content":[]},"error":{"code":1,"message":"GOLD"}}'],
      why: 'in a message with both result and error',
    },
    { lines: [result('GOLD').replace('$ID', '"$ID"')], why: 'with the id as a string' },
    { lines: [result('GOLD').replace('$ID', '$ID.0')], why: 'with the id as a fraction' },
    { lines: [`[${result('GOLD')}]`], why: 'in a batch' },
    { lines: [result('GOLD', { isError: true })], why: 'in a tool error' },
    { lines: [result(`key ${SECRET}`)], why: 'as a secret' },
    { lines: [result(`${'x'.repeat(9_000_000)}GOLD`)], why: 'in a result that is too large to read' },
  ])('withholds a forbidden word $why', async ({ lines }) => {
    const told = await answers(...lines);
    expect(told).toHaveLength(1);
    expect([JSON.parse(told[0] as string)].flat()).toMatchObject([{ id: asked, error: { code: -32050 } }]);
    expect(told.join()).not.toContain('"GOLD');
    expect(told.join()).not.toContain(SECRET);
  });

  test.each([
    {
      lines: ['{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"GOLD","n":NaN}]}}'],
      why: 'not JSON',
    },
    { lines: ['GOLD'], why: 'not a message' },
    {
      lines: ['{"jsonrpc":"2.0","id":99999,"result":{"content":[{"type":"text","text":"GOLD"}]}}'],
      why: 'a response to no request',
    },
  ])('withholds a line that is $why', async ({ lines }) => {
    expect(await answers(...lines)).toEqual([]);
    expect(proxy.stderr()).toContain('assay proxy: withheld');
  });

  test('forwards only the first of two responses', async () => {
    expect(await answers(result('fine'), result('GOLD'))).toEqual([withId(result('fine'))]);
  });

  test('replaces only the failing messages of a batch', async () => {
    const other = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'note' } };
    const [line = ''] = await answers(`[${JSON.stringify(other)},${result('GOLD')}]`);
    expect(JSON.parse(line)).toEqual([other, expect.objectContaining({ error: expect.anything() })]);
  });

  test('the error contains the message of a tool error', async () => {
    const [line = ''] = await answers(result('the disk is full', { isError: true }));
    expect(JSON.parse(line).error.message).toBe('puppet failed: the disk is full');
  });

  test('forwards a harmless error of the server unchanged', async () => {
    const error = '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"no such tool"}}';
    expect(await answers(error)).toEqual([withId(error)]);
  });

  test('forwards notifications and requests of the server in order', async () => {
    const lines = [
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}',
      '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}',
      result('fine'),
      '{"jsonrpc":"2.0","method":"notifications/message","params":{}}',
    ];
    expect(await answers(...lines)).toEqual(lines.map(withId));
  });

  // last: closes the proxy
  test('the log marks withheld results and contains no secret', async () => {
    proxy.child.stdin.end();
    expect(await proxy.ended).toMatchObject({ code: 0 });
    const log = readLog(folder.folder);
    const judged = log.filter(({ kind }) => kind === 'evaluation');
    expect(judged.length).toBeGreaterThan(10);
    for (const { passed, was_replaced, is_error } of judged)
      expect(was_replaced ?? false).toBe(passed !== true && !(is_error && was_replaced === undefined));
    expect(JSON.stringify(log)).not.toContain(SECRET);
    expect(JSON.stringify(log)).toContain('[redacted github]');
  });
});
