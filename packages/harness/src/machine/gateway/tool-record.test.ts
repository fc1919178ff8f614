import type { Json } from '@assay/schema/json';
import { expect, test } from 'vitest';
import { createToolRecord } from './tool-record.ts';

const ls = { id: 'c1', tool: 'Bash', input: { command: 'ls' }, by_service: false };
const body = (value: Json): Buffer => Buffer.from(JSON.stringify(value));
const told = (content: string) =>
  body({ messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content }] }] });

test('a call has the result of the next request, once', () => {
  const record = createToolRecord();
  for (const [sent, called] of [[body({}), ls], [told('first')], [told('second')]] as const) {
    const open = record.begin();
    open.sent(sent);
    if (called !== undefined) open.called(called);
    open.ended(true);
  }
  expect(record.read()).toMatchObject({
    complete: true,
    calls: [{ id: 'c1', is_due: true, result: { text: 'first' } }],
  });
});

test('equal calls without an id get their results in order', () => {
  const record = createToolRecord();
  const open = record.begin();
  open.sent(null);
  for (const _ of [1, 2]) open.called({ ...ls, id: null });
  open.ended(true);
  const parts = (output: string) => [
    { functionCall: { name: 'Bash', args: ls.input } },
    { functionResponse: { name: 'Bash', response: { output } } },
  ];
  record.begin().sent(body({ contents: [{ parts: [...parts('a'), ...parts('b')] }] }));
  expect(record.read().calls.map(({ result }) => result?.text)).toEqual(['a', 'b']);
});

test.each([
  { why: 'without the key', sent: null, whole: true, calls: [] },
  { why: 'that was cut off', sent: body({}), whole: false, calls: [{ is_due: false }] },
])('the calls of an answer $why', ({ sent, whole, calls }) => {
  const record = createToolRecord();
  const open = record.begin();
  if (sent !== null) open.sent(sent);
  open.called(ls);
  open.ended(whole);
  expect(record.read().calls).toMatchObject(calls);
});

test('a hostile body is no result, and too many calls make the record incomplete', () => {
  const record = createToolRecord();
  const open = record.begin();
  open.sent(body({}));
  for (let call = 0; call <= 10_000; call++) open.called({ ...ls, id: `c${call}` });
  open.ended(true);
  record.begin().sent(Buffer.from(`{"messages":${'['.repeat(100_000)}`));
  expect(record.read()).toMatchObject({ complete: false });
  expect(record.read().calls).toHaveLength(10_000);
});
