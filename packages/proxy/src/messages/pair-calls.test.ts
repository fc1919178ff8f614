import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPairing, toName } from './pair-calls.ts';
import type { Message } from './read-messages.ts';

const request = (id: string, method: string, params: unknown = {}): Message => ({
  kind: 'request',
  id,
  method,
  params,
});
const call = (id: string, tool = 'echo', more = {}) =>
  request(id, 'tools/call', { name: tool, arguments: { of: id }, ...more });
const answer = (id: string, result: unknown = {}): Message => ({ kind: 'answer', id, result, error: undefined });

test('pairs an answer with its call among other messages', () => {
  const pairing = createPairing();
  pairing.fromClient(request('0', 'initialize'), 1);
  pairing.fromClient(call('1', 'first'), 10);
  pairing.fromClient(call('"1"', 'second'), 20);
  expect(pairing.fromServer({ kind: 'notification', method: 'notifications/progress', params: {} })).toBeUndefined();
  expect(pairing.fromServer(answer('0'))).toEqual({ to: 'other' });
  expect(pairing.fromServer(answer('"1"'))).toMatchObject({ to: 'call', call: { tool: 'second', started_at: 20 } });
  expect(pairing.fromServer(answer('1'))).toMatchObject({ to: 'call', call: { tool: 'first', input: { of: '1' } } });
  expect(pairing.fromServer(answer('1'))).toEqual({ to: 'nothing' });
});

describe('ids', () => {
  test('keeps requests of the server apart from client requests with the same id', () => {
    const pairing = createPairing();
    pairing.fromClient(call('1'), 0);
    expect(pairing.fromServer(request('1', 'sampling/createMessage'))).toBeUndefined();
    // the client answers the server
    expect(pairing.fromClient(answer('1'), 0)).toBeUndefined();
    expect(pairing.fromServer(answer('1'))).toMatchObject({ to: 'call' });
  });

  test('answers two calls with the same id in order', () => {
    const pairing = createPairing();
    pairing.fromClient(call('1', 'first'), 0);
    pairing.fromClient(call('1', 'second'), 0);
    const tools = [1, 2].map(() => {
      const answered = pairing.fromServer(answer('1'));
      return answered?.to === 'call' && answered.call.tool;
    });
    expect(tools).toEqual(['first', 'second']);
  });

  test.each(['"7"', '7.0', '"7.0"', '7e0', '" 7"'])('matches %s with the id 7, as clients do', (id) => {
    const pairing = createPairing();
    pairing.fromClient(call('7'), 0);
    expect(pairing.fromServer(answer(id))).toMatchObject({ to: 'call', id: '7' });
  });

  test('distinguishes numbers beyond double precision', () => {
    const pairing = createPairing();
    pairing.fromClient(call('12345678901234567890', 'a'), 0);
    pairing.fromClient(call('12345678901234567891', 'b'), 0);
    expect(pairing.fromServer(answer('12345678901234567891'))).toMatchObject({ call: { tool: 'b' } });
  });
});

describe('cancelling', () => {
  const cancel = (requestId: unknown): Message => ({
    kind: 'notification',
    method: 'notifications/cancelled',
    params: { requestId },
  });

  test('reports the call once and ignores its late answer', () => {
    const pairing = createPairing();
    pairing.fromClient(call('1'), 0);
    expect(pairing.fromClient(cancel(1), 5)).toMatchObject({ tool: 'echo' });
    expect(pairing.fromClient(cancel(1), 6)).toBeUndefined();
    expect(pairing.listOpen()).toEqual([]);
    expect(pairing.fromServer(answer('1'))).toMatchObject({ to: 'call', is_repeated: true });
  });

  test.each([2, '1', null, {}, undefined])('an unknown id (%s) changes nothing', (id) => {
    const pairing = createPairing();
    pairing.fromClient(call('1'), 0);
    expect(pairing.fromClient(cancel(id), 5)).toBeUndefined();
    expect(pairing.fromServer(answer('1'))).toMatchObject({ is_repeated: false });
  });
});

describe('tasks', () => {
  test('judges a call that continues as a task by the result of the task, timed from the call', () => {
    const pairing = createPairing();
    pairing.fromClient(call('1', 'research', { task: { ttl: 1 } }), 10);
    expect(pairing.fromServer(answer('1', { task: { taskId: 't' } }))).toEqual({ to: 'other' });
    pairing.fromClient(request('2', 'tasks/get', { taskId: 't' }), 20);
    expect(pairing.fromServer(answer('2'))).toEqual({ to: 'other' });
    pairing.fromClient(request('3', 'tasks/result', { taskId: 't' }), 30);
    const expected = { to: 'call', id: '3', call: { tool: 'research', started_at: 10 } };
    expect(pairing.fromServer(answer('3'))).toMatchObject({ ...expected, is_repeated: false });
    pairing.fromClient(request('4', 'tasks/result', { taskId: 't' }), 30);
    expect(pairing.fromServer(answer('4'))).toMatchObject({ id: '4', is_repeated: true });
  });

  test('ignores a task that the client did not request', () => {
    const pairing = createPairing();
    pairing.fromClient(call('1'), 0);
    expect(pairing.fromServer(answer('1', { task: { taskId: 't' }, content: [] }))).toMatchObject({ to: 'call' });
  });
});

test('limits and counts calls that are never answered', () => {
  const pairing = createPairing();
  for (let id = 0; id < 10_050; id++) pairing.fromClient(call(String(id)), 0);
  expect(pairing.listOpen()).toHaveLength(10_000);
  expect(pairing.takeForgotten()).toBe(50);
  expect(pairing.takeForgotten()).toBe(0);
});

test('has no open calls after a reset', () => {
  const pairing = createPairing();
  pairing.fromClient(call('1'), 0);
  expect(pairing.reset()).toBe(1);
  expect(pairing.fromServer(answer('1'))).toEqual({ to: 'nothing' });
});

test('answers each call at most once and with its own answer, in any order', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(5)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (sequence) => {
      const pairing = createPairing();
      const open = new Map<string, string[]>();
      for (const [index, [asks, number]] of sequence.entries()) {
        const id = String(number);
        if (asks) {
          pairing.fromClient(call(id, `tool-${index}`), index);
          open.set(id, [...(open.get(id) ?? []), `tool-${index}`]);
          continue;
        }
        const [expected, ...rest] = open.get(id) ?? [];
        open.set(id, rest);
        const found = pairing.fromServer(answer(id));
        expect(found?.to === 'call' ? found.call.tool : undefined).toBe(expected);
      }
      expect(
        pairing
          .listOpen()
          .map(({ tool }) => tool)
          .sort(),
      ).toEqual([...open.values()].flat().sort());
    }),
  );
});

test.each([
  ['a\u0000b', 'a b', 'NUL is replaced'],
  ['e\u0301', 'é', 'normalized to NFC'],
  ['x'.repeat(500), 'x'.repeat(200), 'limited to 200 characters'],
  [`${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\ufffd`, 'no lone surrogate'],
])('toName(%j) is %j: %s', (given, name) => {
  expect(toName(given)).toBe(name);
});
