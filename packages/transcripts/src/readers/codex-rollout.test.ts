import { expect, test } from 'vitest';
import { collect, ofType, read } from '../../test/reading.ts';
import { codexRollout } from './codex-rollout.ts';

const { entries } = read(codexRollout, 'codex/basic.rollout.jsonl');

test('reads messages and calls in order, with timestamps as written', () => {
  expect(entries.map(({ type, at, tool, tool_id }) => [type, at, tool, tool_id].filter(Boolean).join(' '))).toEqual([
    'system 2026-11-15T00:11:25.591Z',
    'system 2026-11-15T00:11:25.592Z',
    'user 2026-11-15T00:11:25.605Z',
    'assistant 2026-11-15T00:11:25.663Z',
    'assistant 2026-11-15T00:11:25.664Z',
    'tool_use 2026-11-15T00:11:25.665Z exec_command call_1_0',
    'tool_use 2026-11-15T00:11:25.666Z exec_command call_1_1',
    'tool_result 2026-11-15T00:11:25.750Z call_1_0',
    'tool_result 2026-11-15T00:11:25.793Z call_1_1',
    'assistant 2026-11-15T00:11:25.819Z',
    'tool_use 2026-11-15T00:11:25.820Z exec_command call_2_0',
    'tool_result 2026-11-15T00:11:25.825Z call_2_0',
    'tool_use 2026-11-15T00:11:25.848Z exec_command call_3_0',
    'tool_result 2026-11-15T00:11:25.963Z call_3_0',
    'assistant 2026-11-15T00:11:26.001Z',
  ]);
});

test('parses arguments and keeps a patch as written', () => {
  expect(ofType(entries, 'tool_use')[0]?.input).toEqual({ cmd: 'cat calc.js' });
  const patch = ofType(read(codexRollout, 'codex/apply_patch-gpt-5.5.rollout.jsonl').entries, 'tool_use')[1];
  expect(patch).toMatchObject({ tool: 'apply_patch', input: expect.stringMatching(/^\*\*\* Begin Patch\n/) });
});

test('reads the exit code of every call', () => {
  expect(ofType(entries, 'tool_result').map((each) => [each.exit_code, each.is_error])).toEqual([
    [0, false],
    [0, false],
    [0, false],
    [0, false],
  ]);
});

const result = (output: unknown, ended?: object) => {
  const line = (type: string, payload: object) => ({ timestamp: 'then', type, payload });
  return collect(codexRollout, [
    ...(ended ? [line('event_msg', ended)] : []),
    line('response_item', { type: 'function_call_output', call_id: 'a', output }),
  ]).entries[0];
};
const item = (fields: object) => ({ type: 'item_completed', item: { id: 'a', ...fields } });

test.each([
  { output: 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\n', code: 2, why: 'a command' },
  { output: 'Exit code: 1\nWall time: 0 seconds\nOutput:\nno', code: 1, why: 'a patch or an older shell' },
  {
    output: 'Wall time: 0.0 seconds\nOutput:\nExit code: 1\nWall time: 0 seconds\nOutput:\n',
    code: 1,
    why: 'a patch inside a shell',
  },
  {
    output: '{"output":"no","metadata":{"exit_code":127,"duration_seconds":0.1}}',
    code: 127,
    why: 'an even older shell',
  },
  { output: 'Exit code: -1\nWall time: 9 seconds\nOutput:\n', code: -1, why: 'a signal' },
  {
    output: 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nExit code: 1\nWall time: 0',
    code: 0,
    why: 'the output of the command is ignored',
  },
  {
    output: 'Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n',
    code: undefined,
    why: 'the command is still running',
  },
  { output: 'Exit code: 1 is what I expect', code: undefined, why: 'not a heading' },
  { output: '{"exit_code":', code: undefined, why: 'truncated JSON' },
])('finds exit code $code in an output: $why', ({ output, code }) => {
  expect(result(output)?.exit_code).toBe(code);
  expect(result(output)?.is_error).toBe((code ?? 0) !== 0);
});

test.each([
  { output: 'no', ended: item({ status: 'failed', exit_code: 3 }), error: true, why: 'its event reports a failure' },
  { output: 'no', ended: item({ status: 'declined' }), error: true, why: 'it was declined' },
  { output: 'no', ended: { type: 'patch_apply_end', call_id: 'a', success: false }, error: true, why: 'no success' },
  { output: 'no', ended: { type: 'mcp_tool_call_end', call_id: 'a', result: { Err: 'x' } }, error: true, why: 'MCP' },
  { output: { content: 'no', success: false }, error: true, why: 'a flag of older versions' },
  { output: 'apply_patch verification failed: no such lines', error: true, why: 'it did not run' },
  { output: 'aborted by user after 3.2s', error: true, why: 'it was aborted' },
  { output: [{ type: 'input_text', text: 'ok' }, { type: 'input_image' }], error: false, why: 'a list of parts' },
  { output: 'the patch failed, it said', error: false, why: 'words in the output are not an error' },
])('$output is an error: $error ($why)', ({ output, ended, error }) => {
  expect(result(output, ended)?.is_error).toBe(error);
});

test.each([
  { type: 'local_shell_call', call_id: 'a', action: { type: 'exec', command: ['ls'] }, tool: 'local_shell' },
  { type: 'function_call', call_id: 'a', name: 'shell', arguments: '{"command":', tool: 'shell' },
  {
    type: 'function_call',
    call_id: 'a',
    name: 'get',
    namespace: 'mcp__docs__',
    arguments: '{}',
    tool: 'mcp__docs__get',
  },
  { type: 'web_search_call', id: 'a', action: { type: 'search', query: 'x' }, tool: 'web_search' },
  { type: 'tool_search_call', call_id: 'a', arguments: { query: 'x' }, tool: 'tool_search' },
])('names the tool of a $type: $tool', ({ tool, ...payload }) => {
  const found = collect(codexRollout, [{ timestamp: 'then', type: 'response_item', payload }]);
  expect(found.unknown).toEqual([]);
  expect(found.entries[0]).toMatchObject({ type: 'tool_use', tool, tool_id: 'a', at: 'then' });
  expect(found.entries[0]?.input).toBeDefined();
});

test('reports unknown records', () => {
  const line = (type: string, payload: object) => ({ timestamp: '', type, payload });
  const lines = [line('new_line', {}), line('event_msg', { type: 'new' }), line('response_item', { type: 'new' })];
  expect(collect(codexRollout, lines).unknown).toEqual(['line new_line', 'event new', 'response item new']);
});
