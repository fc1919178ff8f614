import { expect, test } from 'vitest';
import { readJsonReply } from './read-json-reply.ts';

test.each([
  { reply: '{"a":1}', why: 'bare' },
  { reply: ' \n{"a":1}\n', why: 'with space around it' },
  { reply: '```json\n{"a":1}\n```', why: 'in a fence' },
  { reply: '```\n{"a":1}\n```\n', why: 'in a fence that does not say what it has' },
])('one document is read: $why', ({ reply }) => expect(readJsonReply(reply)).toEqual({ ok: true, value: { a: 1 } }));

test.each([
  { reply: '', why: 'nothing' },
  { reply: 'Here it is: {"a":1}', why: 'words before it' },
  { reply: '{"a":1}\nThat is all.', why: 'words behind it' },
  { reply: '{"a":1}\n{"a":2}', why: 'two documents' },
  { reply: '```json\n{"a":1}\n```\n```json\n{"a":2}\n```', why: 'two fences' },
  { reply: 'As found:\n```json\n{"a":1}\n```', why: 'a fence that is not all of it' },
  { reply: '{"a":1', why: 'cut off' },
  { reply: '{"a":NaN}', why: 'no JSON' },
])('anything else is not: $why', ({ reply }) =>
  expect(readJsonReply(reply)).toMatchObject({ ok: false, obstacle: 'unparseable' }),
);

test('a judge that declines in words is said to have declined', () => {
  expect(readJsonReply('I cannot assess this content.')).toMatchObject({ ok: false, obstacle: 'judge_refused' });
  expect(readJsonReply("I'm sorry, but I can't help with that.")).toMatchObject({ obstacle: 'judge_refused' });
});
