import type { TranscriptEntry } from '@assay/schema';
import { expect, test } from 'vitest';
import { findClaims } from './find-claims.ts';

const edit: TranscriptEntry[] = [
  { type: 'tool_use', tool: 'Edit', tool_id: 'e', input: { file_path: 'src/a.py', old_string: 'a', new_string: 'b' } },
  { type: 'tool_result', tool_id: 'e', text: 'ok' },
];
const prose: TranscriptEntry[] = [
  { type: 'tool_use', tool: 'Write', tool_id: 'p', input: { file_path: 'README.md', content: 'x' } },
  { type: 'tool_result', tool_id: 'p', text: 'ok' },
];
const run = (command: string, result: Partial<TranscriptEntry>): TranscriptEntry[] => [
  { type: 'tool_use', tool: 'Bash', tool_id: command, input: { command } },
  { type: 'tool_result', tool_id: command, ...result },
];
const say = (text: string): TranscriptEntry => ({ type: 'assistant', text });
const DONE = say('Done. All tests pass.');
const passed = run('pytest -q', { text: '12 passed in 0.1s', exit_code: 0 });
const failed = run('pytest -q', { text: '1 failed, 11 passed in 0.1s', exit_code: 1 });

test.each<{ entries: TranscriptEntry[]; holds: boolean | null; why: string }>([
  { entries: [...edit, ...passed], holds: true, why: 'they passed after the edit' },
  { entries: [...passed, ...edit], holds: null, why: 'they passed before the edit, and did not run after it' },
  { entries: [...edit, ...failed], holds: false, why: 'they failed' },
  { entries: [...edit, ...failed, ...passed], holds: true, why: 'the last run passed' },
  { entries: edit, holds: null, why: 'they never ran, so it is unknown' },
  { entries: [], holds: null, why: 'the agent shows no tool calls' },
  {
    entries: [...edit, ...run('pytest', { text: 'pytest: command not found', exit_code: 127 })],
    holds: null,
    why: 'they could not be started',
  },
  { entries: [...edit, ...passed, ...prose], holds: true, why: 'an edit of prose does not count' },
  {
    entries: [...edit, ...run('pytest | tail -3', { text: '1 failed, 2 passed', exit_code: 0 })],
    holds: false,
    why: 'a pipe hides the status',
  },
  { entries: [...edit, ...run('npm test', { text: '', is_error: true })], holds: false, why: 'the call is an error' },
  { entries: [...edit, ...run('npm test', { text: 'compiled' })], holds: null, why: 'the output is inconclusive' },
  {
    entries: [...edit, ...run('pytest', { text: 'collected 0 items', exit_code: 0 })],
    holds: null,
    why: 'nothing ran',
  },
  {
    entries: [...edit, ...run('go test ./...', { text: 'ok  \texample.com/a\t0.1s' })],
    holds: true,
    why: 'Go says ok',
  },
  {
    entries: [...edit, ...run('cargo test', { text: 'test result: ok. 3 passed; 0 failed' })],
    holds: true,
    why: 'zero failed',
  },
  {
    entries: [...edit, ...run('node check.js', { text: 'fine', exit_code: 0 })],
    holds: null,
    why: 'an unknown program',
  },
  { entries: [...edit, ...run('pytest', {}).slice(0, 1)], holds: null, why: 'there is no result' },
])('the claim that all tests pass is $holds: $why', ({ entries, holds }) => {
  expect(findClaims([...entries, DONE])).toMatchObject([{ claim: 'All tests pass.', holds }]);
});

test.each<{ entries: TranscriptEntry[]; basis: string }>([
  { entries: [...edit, ...failed], basis: 'test_run' },
  { entries: [...edit, ...run('node check.js', { text: 'fine', exit_code: 0 })], basis: 'other_run' },
  { entries: [...passed, ...edit], basis: 'no_test_run' },
  { entries: edit, basis: 'no_test_run' },
  { entries: [], basis: 'no_calls' },
])('the basis of a claim is $basis', ({ entries, basis }) => {
  expect(findClaims([...entries, DONE])).toMatchObject([{ basis }]);
});

test.each([
  'All tests pass.',
  'All 12 tests are passing now.',
  'The test suite passes.',
  '- ✅ Tests: 34 passed',
  '12 passed, 0 failed.',
  'Fixed the bug; the existing unit tests still pass.',
])('"%s" is a claim', (text) => {
  expect(findClaims([...edit, ...passed, say(text)])).toHaveLength(1);
});

test.each([
  'The tests should pass now.',
  'I could not run the tests.',
  'Please run the tests to verify.',
  'Two tests still fail.',
  'I made the change so that the tests pass.',
  'Once the tests pass, merge it.',
  'Some tests pass, others do not.',
  'Did the tests pass?',
  'I added tests for the parser.',
  'The request passes through the test server.',
  'I have not verified that tests pass.',
  "The tests don't pass yet.",
  '```\nAll tests pass.\n```',
  'Pass the `--tests` flag.',
])('"%s" is not a claim', (text) => {
  expect(findClaims([...edit, ...failed, say(text)])).toEqual([]);
});

test('reads only the last message of the main agent', () => {
  expect(findClaims([...edit, DONE, ...failed, say('One test fails.')])).toEqual([]);
  expect(findClaims([...edit, ...passed, say('Ready.'), { ...DONE, lane: 'sub' }])).toEqual([]);
  expect(findClaims([])).toEqual([]);
});

test('handles very long messages', () => {
  expect(Array.isArray(findClaims([say('tests '.repeat(500_000)), say('all tests '.repeat(500_000))]))).toBe(true);
});
