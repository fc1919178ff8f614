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
  { result: { content: [text('a'), text('b')] }, checked: 'a\nb', why: 'all texts are checked' },
  { result: { content: [] }, checked: '', why: 'empty content is empty text' },
  {
    result: { content: [text('{"n": 1}')], structuredContent: { n: 1 } },
    checked: { n: 1 },
    why: 'text equal to the structured content is checked once',
  },
  {
    result: { content: [text('a')], structuredContent: { content: 'a', n: 1 } },
    checked: { content: 'a', n: 1 },
    why: 'text equal to a field of the structured content is checked once',
  },
  {
    result: { content: [text('rm -rf /')], structuredContent: { file: 'rm -rf /' } },
    checked: [text('rm -rf /'), { structuredContent: { file: 'rm -rf /' } }],
    why: 'text is checked separately if the field name changes its meaning',
  },
  {
    result: { content: [text('{"n": 1')], structuredContent: { n: 1 } },
    checked: [text('{"n": 1'), { structuredContent: { n: 1 } }],
    why: 'incomplete JSON text is checked separately',
  },
  {
    result: { content: [], structuredContent: { n: 1 } },
    checked: { n: 1 },
    why: 'structured content alone is checked as is',
  },
  {
    result: { content: [text('harmless')], structuredContent: { n: 'secret' } },
    checked: [text('harmless'), { structuredContent: { n: 'secret' } }],
    why: 'text that differs from the structured content is checked separately',
  },
  {
    result: { content: [{ ...text('a'), _meta: { b: 1 } }] },
    checked: [{ ...text('a'), _meta: { b: 1 } }, {}],
    why: 'metadata of a text is checked too',
  },
  {
    result: { content: [text('a')], _meta: { b: 1 } },
    checked: [text('a'), { _meta: { b: 1 } }],
    why: 'metadata of the result is checked too',
  },
  {
    result: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    checked: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }, {}],
    why: 'an image is checked as an object',
  },
  { result: { toolResult: 7 }, checked: { toolResult: 7 }, why: 'the format of old servers' },
])('$why', ({ result, checked }) => {
  expect(judge({ result })).toMatchObject({ passed: true, is_error: false, checked });
});

test.each([
  { answer: { result: { content: [text('no')], isError: true } }, checked: 'no', why: 'the tool reports an error' },
  {
    answer: { error: { code: 1, message: 'no' } },
    checked: { error: { code: 1, message: 'no' } },
    why: 'the server reports an error',
  },
  { answer: { result: null }, checked: { error: null }, why: 'there is no result' },
  {
    answer: { result: { content: [] }, error: { code: 1 } },
    checked: { error: { code: 1 }, result: { content: [] } },
    why: 'there are both, and both are checked',
  },
])('it is an error when $why', ({ answer, checked }) => {
  expect(judge(answer)).toMatchObject({ passed: false, is_error: true, is_fit: true, checked });
});

test('ignores an error that is null', () => {
  expect(judge({ result: { content: [] }, error: null })).toMatchObject({ passed: true, is_error: false });
});

test.each([false, null])('keeps the verdict of the checks: %s', (passed) => {
  expect(judge({ result: { content: [] } }, passed)).toMatchObject({ passed, is_fit: false });
});
