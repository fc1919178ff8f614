import { describe, expect, test } from 'vitest';
import { collect, expectPaired, expectUnbreakable, read, toolsOf } from '../../test/reading.ts';
import { readWrittenCalls } from './calls-in-text.ts';
import { messageList } from './message-list.ts';
import { piSession } from './pi-session.ts';

const LISTS = [
  'openai.json',
  'openhands-text.json',
  'swe-agent-text.json',
  'mini.json',
  'cline.json',
  'amp.json',
  'factory.jsonl',
  'kimi.jsonl',
];

test.each([
  { file: 'openai.json', tools: ['bash', 'str_replace_editor', 'submit'], failed: 1, end: 'completed' },
  { file: 'openhands-text.json', tools: ['execute_bash', 'str_replace_editor', 'finish'], failed: 2, end: 'completed' },
  { file: 'swe-agent-text.json', tools: ['bash', 'bash', 'bash'], failed: 1, end: 'completed' },
  { file: 'mini.json', tools: ['bash', 'bash', 'bash'], failed: 1, end: 'completed' },
  { file: 'cline.json', tools: ['execute_command', 'attempt_completion'], failed: 1, end: 'completed' },
  { file: 'amp.json', tools: ['Bash'], failed: 1, end: 'unknown' },
  { file: 'factory.jsonl', tools: ['Execute'], failed: 1, end: 'unknown' },
  { file: 'kimi.jsonl', tools: ['Shell'], failed: 1, end: 'unknown' },
])('$file: $tools, of which $failed failed; ends $end', ({ file, tools, failed, end }) => {
  const found = read(messageList, `messages/${file}`);
  expect(toolsOf(found.entries)).toEqual(tools);
  expect(found.entries.filter(({ is_error }) => is_error)).toHaveLength(failed);
  expect(found.unknown).toEqual([]);
  expect(found.end.status).toBe(end);
  expect(found.warnings[0]).toBe('this is only a list of messages: what it does not contain is unknown');
  expect(found.entries.filter(({ type }) => type === 'user').map(({ text }) => text)).toHaveLength(1);
});

test.each([
  { record: [{ role: 'user', content: 'x' }], own: false, why: 'one message is no list' },
  { record: [{ role: 'user', content: 'x' }, { name: 'y' }], own: false, why: 'not all are messages' },
  { record: { role: 'user', content: 'x' }, own: true, why: 'a line' },
  { record: { role: 'admin', content: 'x' }, own: false, why: 'a record of something else' },
  { record: { role: 'user', type: 'row', content: 'x' }, own: false, why: 'a record with another type' },
  {
    record: {
      messages: [
        { role: 'ai', text: 'x' },
        { role: 'user', text: 'y' },
      ],
    },
    own: true,
    why: 'names of data sets',
  },
])('$record is recognized: $own ($why)', ({ record, own }) => {
  expect(messageList.recognizes(record)).toBe(own);
});

test('one list of several is read, and the others are counted', () => {
  const run = {
    messages: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ],
  };
  const found = collect(messageList, [run, run, run]);
  expect(found.entries).toHaveLength(2);
  expect(found.warnings).toContain('2 further lists of the file were skipped');
});

describe('calls written as text', () => {
  test.each([
    { text: 'no call', calls: [] },
    { text: '<function=run>\n</function>', calls: [{ tool: 'run', input: {} }] },
    {
      text: '<function=a><parameter=x>1</parameter></function> then <function=b>',
      calls: [
        { tool: 'a', input: { x: '1' } },
        { tool: 'b', input: {} },
      ],
    },
    { text: '<read_file><path>a.ts</path></read_file>', calls: [{ tool: 'read_file', input: { path: 'a.ts' } }] },
    { text: '<div><path>a.ts</path></div>', calls: [] },
  ])('$text', ({ text, calls }) => {
    expect(readWrittenCalls(text)).toEqual(calls);
  });
});

test('pi: tokens, cost, calls and the end of each response', () => {
  const found = read(piSession, 'pi/success.session.jsonl');
  expectPaired(found.entries);
  expect(toolsOf(found.entries)).toEqual(['bash', 'edit']);
  expect(found.entries.find(({ type }) => type === 'tool_result')).toMatchObject({ is_error: true, exit_code: 1 });
  expect([found.sum('input_tokens'), found.sum('output_tokens')]).toEqual([3300 + 3 * 510, 123]);
  expect(found.cost).toBeCloseTo(0.033);
  expect(found).toMatchObject({
    end: { status: 'completed' },
    facts: { session_id: '5f0c', model: 'claude-sonnet-4-5' },
  });
});

test('no mutation makes a reader throw', () => {
  expectUnbreakable(
    messageList,
    LISTS.map((file) => `messages/${file}`),
  );
  expectUnbreakable(piSession, ['pi/success.session.jsonl']);
});
