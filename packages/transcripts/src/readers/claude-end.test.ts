import { expect, test } from 'vitest';
import { collect } from '../../test/reading.ts';
import { claudeSession } from './claude-session.ts';

const line = (type: string, content: unknown, more: object = {}) => ({
  type,
  sessionId: 's',
  isSidechain: false,
  message: { role: type, content, ...('stop' in more ? { stop_reason: more.stop } : {}) },
  ...more,
});
const asked = line('user', 'Fix it.');
const answered = line('assistant', [{ type: 'text', text: 'Done.' }], { stop: 'end_turn' });
const called = line('assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }], { stop: 'tool_use' });
const result = (text: string, more: object = {}) =>
  line('user', [{ type: 'tool_result', tool_use_id: 't', content: text, is_error: true }], more);

test.each([
  { lines: [asked, answered], status: 'completed', why: 'the last response ended its turn' },
  { lines: [asked, answered, line('user', '<command-name>/exit</command-name>')], status: 'completed', why: '/exit' },
  { lines: [asked, answered, line('user', 'x', { isMeta: true })], status: 'completed', why: 'a note of Claude Code' },
  { lines: [asked, answered, asked], status: 'unknown', why: 'a request without an answer' },
  { lines: [asked, called], status: 'interrupted', why: 'a call without a result' },
  {
    lines: [asked, called, line('user', [{ type: 'text', text: '[Request interrupted by user for tool use]' }])],
    status: 'interrupted',
    why: 'the user stopped it',
  },
  {
    lines: [asked, called, result('no', { toolDenialKind: 'permission-rule' }), answered],
    status: 'denied',
    why: 'a call was denied',
  },
  {
    lines: [asked, called, result('no', { toolDenialKind: 'permission-rule' }), answered, asked, answered],
    status: 'completed',
    why: 'a call was denied, but for an earlier request',
  },
  { lines: [asked, line('assistant', [{ type: 'text', text: 'Done.' }])], status: 'completed', why: 'older versions' },
  {
    lines: [asked, line('assistant', [{ type: 'text', text: 'D' }], { stop: 'max_tokens' })],
    status: 'limit',
    why: 'cut off',
  },
  {
    lines: [
      asked,
      line('assistant', [{ type: 'text', text: 'You’ve hit your session limit' }], { isApiErrorMessage: true }),
    ],
    status: 'limit',
    why: 'a usage limit',
  },
  {
    lines: [asked, line('assistant', [{ type: 'text', text: '500' }], { isApiErrorMessage: true })],
    status: 'failed',
    why: 'an API error',
  },
])('ends $status: $why', ({ lines, status }) => {
  expect(collect(claudeSession, lines).end.status).toBe(status);
});

test.each([
  { text: "The user doesn't want to proceed with this tool use. The tool use was rejected", status: 'rejected' },
  { text: 'Exit code 2\nno', status: undefined },
])('a call that a person rejected is marked as such: $text', ({ text, status }) => {
  const { entries } = collect(claudeSession, [asked, called, result(text)]);
  expect(entries.at(-1)).toMatchObject({ is_error: true, ...(status ? { status } : { exit_code: 2 }) });
});

test('the cost that Claude Code reports is taken, unless a model had no price', () => {
  const total = { type: 'cost-state', sessionId: 's', totalCostUSD: 0.5 };
  expect(collect(claudeSession, [asked, { ...total, totalCostUSD: 0.2 }, total]).cost).toBe(0.5);
  expect(collect(claudeSession, [asked, { ...total, hasUnknownModelCost: true }]).cost).toBeNull();
});
