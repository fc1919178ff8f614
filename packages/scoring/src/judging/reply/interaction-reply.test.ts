import { expect, test } from 'vitest';
import { INTERACTION_REPLY_SCHEMA, readInteractionReply } from './interaction-reply.ts';

const ids = new Map([
  ['i1', 'first'],
  ['i2', 'second'],
  ['i3', 'third'],
]);
const fair = { success: 1, weight: 0.5, relevance: 0.25, necessity: 0 };
const reply = (...rows: readonly unknown[]): string => JSON.stringify({ interactions: rows });

test('marks are read by the ids of the run', () => {
  const read = readInteractionReply(reply(...['i1', 'i2', 'i3'].map((id) => ({ id, ...fair }))), { ids });
  expect(read).toMatchObject({ ok: true, value: { missing: [], invalid: [], unasked: 0 } });
  expect(read.ok && [...read.value.marks]).toEqual([...ids.values()].map((id) => [id, fair]));
});

test('what the reply omits is missing, and unrequested rows are only counted', () => {
  const read = readInteractionReply(reply({ id: 'i2', ...fair }, { id: 'i9', ...fair }, { id: 'second', ...fair }), {
    ids,
  });
  expect(read).toMatchObject({ ok: true, value: { missing: ['first', 'third'], unasked: 2 } });
});

test.each([1.01, -0.1, '1', null, true, undefined])('a value of %j makes an interaction unjudged', (value) => {
  const read = readInteractionReply(reply({ id: 'i1', ...fair, weight: value }, { id: 'i2', ...fair }), { ids });
  expect(read).toMatchObject({ ok: true, value: { invalid: ['first'], missing: ['third'] } });
  expect(read.ok && [...read.value.marks.keys()]).toEqual(['second']);
});

test('two different marks for one interaction cancel each other', () => {
  const twice = reply(
    { id: 'i1', ...fair },
    { id: 'i1', ...fair, success: 0 },
    { id: 'i2', ...fair },
    { id: 'i2', ...fair },
  );
  const read = readInteractionReply(twice, { ids });
  expect(read).toMatchObject({ ok: true, value: { invalid: ['first'] } });
  expect(read.ok && read.value.marks.has('second')).toBe(true);
});

test.each([
  '[]',
  '{}',
  'null',
  reply(),
  reply({ id: 'i9', ...fair }),
  `${reply({ id: 'i1', ...fair })}\n${reply({ id: 'i1', ...fair })}`,
])('an unusable reply is unparseable: %s', (text) =>
  expect(readInteractionReply(text, { ids })).toMatchObject({ ok: false, obstacle: 'unparseable' }),
);

test('the schema works in strict modes: every property required, no others, no bounds', () => {
  const text = JSON.stringify(INTERACTION_REPLY_SCHEMA);
  expect(text).not.toMatch(/minimum|maximum|minItems|pattern/);
  expect(text.match(/"additionalProperties":false/g)).toHaveLength(2);
});
