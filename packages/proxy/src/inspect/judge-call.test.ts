import { expect, test } from 'vitest';
import { type Checked, judgeCall } from './judge-call.ts';

const CALL = { tool: 'echo', input: { a: 1 }, started_at: 0 };
const judge = (answer: { result?: unknown; error?: unknown }, passed: boolean | null = true) => {
  const seen: Checked[] = [];
  const { result, error } = answer;
  const judged = judgeCall(CALL, { result, error, latency_ms: 3 }, (checked) => {
    seen.push(checked);
    return { passed, checks: [] };
  });
  return { ...judged, checked: seen[0]?.output };
};
const text = (value: string) => ({ type: 'text', text: value });

test.each([
  { result: { content: [text('a')] }, checked: 'a', why: 'text is checked as text' },
  { result: { content: [text('a'), text('b')] }, checked: 'a\nb', why: 'all of it' },
  { result: { content: [] }, checked: '', why: 'nothing is the empty text' },
  {
    result: { content: [text('{"n": 1}')], structuredContent: { n: 1 } },
    checked: { n: 1 },
    why: 'the same twice is checked once',
  },
  {
    result: { content: [text('a')], structuredContent: { content: 'a', n: 1 } },
    checked: { content: 'a', n: 1 },
    why: 'a text that is a field of what is structured is there already',
  },
  {
    result: { content: [text('rm -rf /')], structuredContent: { file: 'rm -rf /' } },
    checked: [text('rm -rf /'), { structuredContent: { file: 'rm -rf /' } }],
    why: 'unless the name of the field would have it looked at as something else',
  },
  {
    result: { content: [text('{"n": 1')], structuredContent: { n: 1 } },
    checked: [text('{"n": 1'), { structuredContent: { n: 1 } }],
    why: 'half of the same is not the same',
  },
  { result: { content: [], structuredContent: { n: 1 } }, checked: { n: 1 }, why: 'structured alone is itself' },
  {
    result: { content: [text('harmless')], structuredContent: { n: 'secret' } },
    checked: [text('harmless'), { structuredContent: { n: 'secret' } }],
    why: 'a text cannot stand for something else',
  },
  {
    result: { content: [{ ...text('a'), _meta: { b: 1 } }] },
    checked: [{ ...text('a'), _meta: { b: 1 } }, {}],
    why: 'what hangs on a text is looked at too',
  },
  {
    result: { content: [text('a')], _meta: { b: 1 } },
    checked: [text('a'), { _meta: { b: 1 } }],
    why: 'and what hangs on the result',
  },
  {
    result: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    checked: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }, {}],
    why: 'a picture is no text',
  },
  { result: { toolResult: 7 }, checked: { toolResult: 7 }, why: 'the form of old servers' },
])('$why', ({ result, checked }) => {
  expect(judge({ result })).toMatchObject({ passed: true, is_error: false, checked });
});

test.each([
  { answer: { result: { content: [text('no')], isError: true } }, checked: 'no', why: 'the tool says so' },
  {
    answer: { error: { code: 1, message: 'no' } },
    checked: { error: { code: 1, message: 'no' } },
    why: 'the server does',
  },
  { answer: { result: null }, checked: { error: null }, why: 'there is nothing' },
  {
    answer: { result: { content: [] }, error: { code: 1 } },
    checked: { error: { code: 1 }, result: { content: [] } },
    why: 'both at once, and both are checked',
  },
])('it is an error when $why', ({ answer, checked }) => {
  expect(judge(answer)).toMatchObject({ passed: false, is_error: true, is_fit: true, checked });
});

test('an error that is null is none', () => {
  expect(judge({ result: { content: [] }, error: null })).toMatchObject({ passed: true, is_error: false });
});

test.each([false, null])('what the checks say stands: %s', (passed) => {
  expect(judge({ result: { content: [] } }, passed)).toMatchObject({ passed, is_fit: false });
});
