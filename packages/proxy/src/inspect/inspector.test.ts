import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogLine } from '../log/log-line.ts';
import { createInspector, type InspectorOptions } from './inspector.ts';

const create = (options: Partial<InspectorOptions> = {}) => {
  const lines: LogLine[] = [];
  let count = 0;
  const inspector = createInspector({
    agent_id: undefined,
    latency_ref_ms: undefined,
    runChecks: () => ({ passed: true, checks: [] }),
    add: (line) => lines.push(line),
    createEventId: () => `event-${++count}`,
    formatInstant: (at) => new Date(at).toISOString(),
    ...options,
  });
  const bytes = (messages: readonly unknown[]) =>
    Buffer.from(messages.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return {
    inspector,
    lines,
    client: (at: number, ...messages: unknown[]) => inspector.see('client', bytes(messages), at),
    server: (at: number, ...messages: unknown[]) => inspector.see('server', bytes(messages), at),
  };
};
const call = (id: unknown, name = 'echo') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { n: 1 } },
});
const answer = (id: unknown, text = 'hi') => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });

test('logs a call and its answer as one line with the latency', () => {
  const { client, server, lines } = create();
  client(1000, call(1));
  server(1012.3456, answer(1));
  expect(lines).toEqual([
    {
      kind: 'evaluation',
      event_id: 'event-1',
      agent_id: 'mcp-client',
      tool: 'echo',
      input: { n: 1 },
      output: 'hi',
      latency_ms: 12.346,
      occurred_at: '1970-01-01T00:00:01.000Z',
      passed: true,
      is_error: false,
      checks: [],
    },
  ]);
});

test.each([
  { name: 'cursor', agent_id: 'cursor' },
  { name: 'x'.repeat(300), agent_id: 'x'.repeat(200) },
  { name: '', agent_id: 'mcp-client' },
  { name: 7, agent_id: 'mcp-client' },
])('a client named $name gets the agent id $agent_id', ({ name, agent_id }) => {
  const { client, server, lines } = create();
  client(0, { jsonrpc: '2.0', id: 0, method: 'initialize', params: { clientInfo: { name } } }, call(1));
  server(1, answer(1));
  expect(lines).toMatchObject([{ agent_id }]);
});

test('reads calls and answers in batches', () => {
  const { client, server, lines } = create();
  client(0, [call(1, 'a'), call(2, 'b')]);
  server(5, [answer(2), { jsonrpc: '2.0', method: 'x' }], [answer(1), answer(2)]);
  expect(lines).toMatchObject([{ tool: 'b' }, { tool: 'a' }]);
});

test('a check that throws gives no verdict and does not stop the inspection', () => {
  const { client, server, lines, inspector } = create({
    runChecks: () => {
      throw new Error('broken');
    },
  });
  client(0, call(1), call(2));
  server(1, answer(1));
  expect(lines).toMatchObject([{ passed: null, checks: [{ verdict: 'ERROR', reason: 'broken' }] }]);
  const bytes = Buffer.from(JSON.stringify(answer(2)));
  // a result that could not be checked is not forwarded
  expect(inspector.decide({ bytes, size: bytes.length, at: 2, envelope: null })).toMatchObject({ action: 'replace' });
});

const NOTHING = { bytes: 0, messages: 0, is_cut: false };

test('logs skipped traffic with its open calls and ignores their answers', () => {
  const { client, server, lines, inspector } = create();
  client(0, call(1));
  inspector.miss({ client: NOTHING, server: { bytes: 5000, messages: 2, is_cut: true } }, 3);
  inspector.see('server', Buffer.from('rest of something\n'), 4);
  server(5, answer(1));
  expect(lines).toEqual([{ kind: 'missed', bytes: 5000, messages: 3, calls: 1, at: '1970-01-01T00:00:00.003Z' }]);
});

test('judges the next call after skipped traffic that ends with a whole message', () => {
  const { client, server, lines, inspector } = create();
  inspector.miss({ client: { bytes: 70, messages: 1, is_cut: false }, server: NOTHING }, 3);
  client(4, call(1));
  server(5, answer(1));
  expect(lines).toMatchObject([{ kind: 'missed', bytes: 70, messages: 1, calls: 0 }, { kind: 'evaluation' }]);
});

test('calls still open at the end have no verdict', () => {
  const { client, lines, inspector } = create();
  client(0, call(1), call(2));
  inspector.end(9);
  expect(lines).toMatchObject([1, 2].map(() => ({ kind: 'unjudged', reason: 'the server ended without an answer' })));
});

test('removes secrets and truncates long texts', () => {
  const secret = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4'}`;
  const { client, server, lines } = create();
  client(0, { ...call(1), params: { name: 'a', arguments: { token: secret, long: 'y'.repeat(100_000) } } });
  server(1, answer(1, `${'z'.repeat(1_999)}${secret}`));
  const kept = JSON.stringify(lines);
  expect(kept).not.toContain(secret.slice(0, 12));
  expect(kept.length).toBeLessThan(5_000);
});

const deepText = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

test('judges a call with very deeply nested arguments and truncates them', () => {
  const { client, server, lines, inspector } = create();
  inspector.see('client', Buffer.from(`${JSON.stringify(call(1)).replace('{"n":1}', deepText)}\n`), 0);
  server(1, answer(1));
  client(2, call(2));
  server(3, answer(2));
  expect(lines).toMatchObject([{ passed: true }, { passed: true }]);
  expect(JSON.stringify(lines[0])).toContain('[nested too deep]');
});

test('a very deeply nested batch neither stops the inspection nor passes the gate in part', () => {
  const { client, server, lines, inspector } = create({ runChecks: () => ({ passed: false, checks: [] }) });
  client(0, call(1), call(2));
  inspector.see('server', Buffer.from(`[${deepText}]\n`), 1);
  const bytes = Buffer.from(`[${deepText},${JSON.stringify(answer(1))}]`);
  expect(inspector.decide({ bytes, size: bytes.length, at: 2, envelope: null })).toEqual({ action: 'withhold' });
  server(3, answer(2));
  expect(lines.map(({ kind }) => kind)).toEqual(['evaluation', 'missed', 'evaluation']);
});

test('never throws for any input and counts no answer twice', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        id: fc.oneof(fc.nat(3), fc.constant('1'), fc.constant(null)),
        method: fc.constantFrom('tools/call', 'tasks/result', 'x'),
        params: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    fc.record({ id: fc.nat(3), result: fc.jsonValue(), error: fc.jsonValue() }, { requiredKeys: ['id'] }),
    fc.record({ method: fc.constant('notifications/cancelled'), params: fc.record({ requestId: fc.nat(3) }) }),
  );
  const step = fc.tuple(
    fc.constantFrom('client' as const, 'server' as const),
    fc.oneof(
      odd.map((value) => JSON.stringify(value)),
      fc.string(),
    ),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { inspector, lines } = create();
      for (const [side, text] of steps) inspector.see(side, Buffer.from(`${text}\n`), 0);
      inspector.end(1);
      const calls = steps.filter(([side, text]) => side === 'client' && text.includes('"tools/call"')).length;
      expect(lines.length).toBeLessThanOrEqual(calls * 50);
      expect(new Set(lines.map((line) => ('event_id' in line ? line.event_id : ''))).size).toBe(lines.length);
    }),
  );
});
