import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOf, createFolder, proxied, readLog, scripted, startProxy, until } from './proxy-kit.ts';

/* What a client is kept from when the server is not to be trusted. */

const CHECKS = [
  { type: 'not_contains', id: 'no-gold', value: 'GOLD' },
  { type: 'secrets', id: 'secrets' },
];
// put together here, so that no file holds anything that looks like one
const SECRET = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4'}`;

// says what it is told to, with the id of the request put in
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

  /** What the client is given for lines of the server; a ping after them shows that there is no more. */
  async function answers(...lines: string[]): Promise<string[]> {
    const before = proxy.lines().length;
    const id = ++asked;
    const ping = `ping-${id}`;
    proxy.send(callOf(id, 'puppet', { lines }), { jsonrpc: '2.0', id: ping, method: 'ping' });
    await until(() => proxy.lines().some((line) => line.includes(`"${ping}"`)));
    return proxy.lines().slice(before, -1);
  }
  const result = (text: string, more: object = {}): string =>
    `{"jsonrpc":"2.0","id":$ID,"result":${JSON.stringify({ content: [{ type: 'text', text }], ...more })}}`;
  const withId = (line: string): string => line.replaceAll('$ID', String(asked));

  test('what passes is passed on byte by byte', async () => {
    const odd =
      '{ "id": $ID,  "result" : {"content":[{"type":"text","text":"f\\u0069ne"}], "n": 1.0 },"jsonrpc":"2.0"}';
    expect(await answers(odd)).toEqual([withId(odd)]);
  });

  test('what fails is an error in its place, which says why and not what', async () => {
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
    { lines: [result('fine', { structuredContent: { a: 'GOLD' } })], why: 'beside a harmless text' },
    { lines: [result('fine', { _meta: { a: 'GOLD' } })], why: 'in what hangs on the result' },
    { lines: ['{"jsonrpc":"2.0","id":$ID,"error":{"code":1,"message":"GOLD"}}'], why: 'in an error' },
    {
      lines: ['{"jsonrpc":"2.0","id":$ID,"result":{"content":[]},"error":{"code":1,"message":"GOLD"}}'],
      why: 'in both',
    },
    { lines: [result('GOLD').replace('$ID', '"$ID"')], why: 'with the id as a text' },
    { lines: [result('GOLD').replace('$ID', '$ID.0')], why: 'with the id as a fraction' },
    { lines: [`[${result('GOLD')}]`], why: 'in a list' },
    { lines: [result('GOLD', { isError: true })], why: 'in what a tool says went wrong' },
    { lines: [result(`key ${SECRET}`)], why: 'of a secret' },
    { lines: [result(`${'x'.repeat(9_000_000)}GOLD`)], why: 'in more than can be read' },
  ])('the word does not get through $why', async ({ lines }) => {
    const told = await answers(...lines);
    expect(told).toHaveLength(1);
    expect([JSON.parse(told[0] as string)].flat()).toMatchObject([{ id: asked, error: { code: -32050 } }]);
    expect(told.join()).not.toContain('"GOLD');
    expect(told.join()).not.toContain(SECRET);
  });

  test.each([
    {
      lines: ['{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"GOLD","n":NaN}]}}'],
      why: 'no JSON',
    },
    { lines: ['GOLD'], why: 'no message' },
    { lines: ['{"jsonrpc":"2.0","id":99999,"result":{"content":[{"type":"text","text":"GOLD"}]}}'], why: 'to nobody' },
  ])('a line that is $why stays behind', async ({ lines }) => {
    expect(await answers(...lines)).toEqual([]);
    expect(proxy.stderr()).toContain('assay proxy: withheld');
  });

  test('only the first of two answers is one', async () => {
    expect(await answers(result('fine'), result('GOLD'))).toEqual([withId(result('fine'))]);
  });

  test('of a list only what fails is replaced', async () => {
    const other = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'note' } };
    const [line = ''] = await answers(`[${JSON.stringify(other)},${result('GOLD')}]`);
    expect(JSON.parse(line)).toEqual([other, expect.objectContaining({ error: expect.anything() })]);
  });

  test('what a tool says went wrong is told in the error', async () => {
    const [line = ''] = await answers(result('the disk is full', { isError: true }));
    expect(JSON.parse(line).error.message).toBe('puppet failed: the disk is full');
  });

  test('an error of the server that says nothing it should not stays as it is', async () => {
    const error = '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"no such tool"}}';
    expect(await answers(error)).toEqual([withId(error)]);
  });

  test('notifications and requests of the server pass, in their order', async () => {
    const lines = [
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}',
      '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}',
      result('fine'),
      '{"jsonrpc":"2.0","method":"notifications/message","params":{}}',
    ];
    expect(await answers(...lines)).toEqual(lines.map(withId));
  });

  // last: closes the proxy
  test('the log says which were kept from the client, and holds no secret', async () => {
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
