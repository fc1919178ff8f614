import { expect, test } from 'vitest';
import { readJsonReply } from './read-json-reply.ts';

test.each([
  { reply: '{"a":1}', why: 'bare' },
  { reply: ' \n{"a":1}\n', why: 'surrounded by whitespace' },
  { reply: '```json\n{"a":1}\n```', why: 'in a fence' },
  { reply: '```\n{"a":1}\n```\n', why: 'in a fence without a language' },
])('reads one document: $why', ({ reply }) => expect(readJsonReply(reply)).toEqual({ ok: true, value: { a: 1 } }));

test.each([
  { reply: '', why: 'nothing' },
  { reply: 'Here it is: {"a":1}', why: 'text before it' },
  { reply: '{"a":1}\nThat is all.', why: 'text after it' },
  { reply: '{"a":1}\n{"a":2}', why: 'two documents' },
  { reply: '```json\n{"a":1}\n```\n```json\n{"a":2}\n```', why: 'two fences' },
  { reply: 'As found:\n```json\n{"a":1}\n```', why: 'a fence with text around it' },
  { reply: '{"a":1', why: 'cut off' },
  { reply: '{"a":NaN}', why: 'no JSON' },
])('rejects anything else: $why', ({ reply }) =>
  expect(readJsonReply(reply)).toMatchObject({ ok: false, obstacle: 'unparseable' }),
);

test('reports a refusal in prose', () => {
  expect(readJsonReply('I cannot assess this content.')).toMatchObject({ ok: false, obstacle: 'judge_refused' });
  expect(readJsonReply("I'm sorry, but I can't help with that.")).toMatchObject({ obstacle: 'judge_refused' });
});
