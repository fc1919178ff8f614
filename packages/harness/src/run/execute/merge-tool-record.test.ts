import type { TranscriptEntry } from '@assay/schema';
import { readCall } from '@assay/scoring';
import { expect, test } from 'vitest';
import type { RecordedCall } from '../../machine/gateway/tool-record.ts';
import { mergeToolRecord } from './merge-tool-record.ts';

const AT = '2026-11-19T10:00:05.000Z';

const call = (tool: string, input: object | string, rest: Partial<RecordedCall> = {}): RecordedCall => ({
  at: AT,
  id: null,
  tool,
  input: input as RecordedCall['input'],
  key: readCall(tool, input).key,
  is_due: true,
  result: null,
  ...rest,
});
const use = (tool: string, input: object, tool_id?: string): TranscriptEntry => ({
  type: 'tool_use',
  tool,
  input,
  ...(tool_id && { tool_id }),
});
const result = (text: string, tool_id?: string): TranscriptEntry => ({
  type: 'tool_result',
  text,
  ...(tool_id && { tool_id }),
});
const sent = (text: string) => ({ at: AT, text, digest: '', is_error: false });
const PATCH = '*** Begin Patch\n*** Update File: calc.js\n@@\n-a\n+b\n*** End Patch';

test.each([
  {
    why: 'by id, whatever its name',
    step: use('execute', { title: 'a' }, 'c1'),
    call: call('think', { about: 'a' }, { id: 'c1' }),
  },
  { why: 'by name and input', step: use('read_file', { path: 'a' }, 'x'), call: call('read_file', { path: 'a' }) },
  {
    why: 'by its command, in a shell',
    step: use('command_execution', { command: `/bin/bash -lc "node -e 'X=1'"` }),
    call: call('exec_command', { cmd: `node -e "X=1"` }),
  },
  {
    why: 'by its command, of a tool with any name',
    step: use('execute', { command: 'make' }),
    call: call('developer__go', { command: 'make' }),
  },
  {
    why: 'by its file',
    step: use('file_change', { changes: [{ path: '/w/calc.js', kind: 'update' }] }),
    call: call('apply_patch', PATCH),
  },
  {
    why: 'by its file, patched in a shell',
    step: use('file_change', { changes: [{ path: '/w/calc.js', kind: 'update' }] }),
    call: call('exec_command', { cmd: `apply_patch <<'P'\n${PATCH}\nP` }),
  },
  { why: 'by order', step: use('todo_list', { items: [] }), call: call('update_plan', { plan: [] }) },
  {
    why: 'of a service, or of an answer that was cut off',
    step: use('web_search', { query: 'a' }),
    call: call('web_search', { query: 'a' }, { is_due: false }),
  },
])('a step is found in the record $why', ({ step, call }) => {
  const steps = [step, result('done')];
  expect(mergeToolRecord(steps, [call])).toEqual({
    entries: steps,
    steps: { seen_by: 'gateway', claimed: 0, hidden: 0 },
  });
});

test('two steps do not share a call: the second is claimed, with its result', () => {
  const once = [use('Bash', { command: 'npm test' }, 'c1'), result('ok', 'c1')];
  const twice = [use('Bash', { command: 'npm test' }, 'c2'), result('ok', 'c2')];
  const { entries, steps } = mergeToolRecord(
    [...once, ...twice],
    [call('Bash', { command: 'npm test' }, { id: 'c1' })],
  );
  expect(entries).toEqual([...once, ...twice.map((entry) => ({ ...entry, only_in: 'agent' }))]);
  expect(steps).toEqual({ seen_by: 'gateway', claimed: 1, hidden: 0 });
});

test('a hidden step is added after the step before it, and before what came later', () => {
  const shown: TranscriptEntry[] = [
    { type: 'user', text: 'Go.', at: '2026-11-19T10:00:00.000Z' },
    { ...use('Bash', { command: 'ls' }, 'c1'), at: '2026-11-19T10:00:09.000Z' },
    { ...result('a', 'c1'), at: '2026-11-19T10:00:09.000Z' },
    { type: 'assistant', text: 'Done.', at: '2026-11-19T10:00:10.000Z' },
  ];
  const record = [
    call('Bash', { command: 'ls' }, { id: 'c1' }),
    call('Bash', { command: 'git log --all' }, { id: 'c2', result: sent('the answer') }),
    call('web_search', {}, { is_due: false }),
  ];
  const { entries, steps } = mergeToolRecord(shown, record);
  expect(entries.map(({ type, text, tool_id, only_in }) => [type, text ?? tool_id, only_in])).toEqual([
    ['user', 'Go.', undefined],
    ['tool_use', 'c1', undefined],
    ['tool_result', 'a', undefined],
    ['tool_use', 'c2', 'gateway'],
    ['tool_result', 'the answer', 'gateway'],
    ['assistant', 'Done.', undefined],
  ]);
  expect(steps).toEqual({ seen_by: 'gateway', claimed: 0, hidden: 1 });
});

test('a command under the id of another is what the model asked for', () => {
  const shown = [use('Bash', { command: 'npm test' }, 'c1'), result('3 passed', 'c1')];
  const record = [call('Bash', { command: 'ls' }, { id: 'c1', result: sent('a.js') })];
  expect(mergeToolRecord(shown, record).entries).toEqual([use('Bash', { command: 'ls' }, 'c1'), result('a.js', 'c1')]);
});

test('tests that passed for the reader and failed for the model failed', () => {
  const ran = { command: 'npm test' };
  const record = [call('Bash', ran, { id: 'c1', result: sent('2 passed, 1 failed') })];
  const { entries } = mergeToolRecord([use('Bash', ran, 'c1'), result('3 passed', 'c1')], record);
  expect(entries[1]?.text).toBe('2 passed, 1 failed');
});
