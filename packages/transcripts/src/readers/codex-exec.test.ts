import { expect, test } from 'vitest';
import { collect, ofType, read } from '../../test/reading.ts';
import { codexExec } from './codex-exec.ts';

test('reads a started and completed item as one use and one result', () => {
  expect(read(codexExec, 'codex/apply_patch-gpt-5.5.exec.jsonl').entries).toEqual([
    {
      type: 'tool_use',
      tool: 'command_execution',
      tool_id: 'item_0',
      input: { command: "/bin/bash -lc 'cat calc.js'" },
    },
    {
      type: 'tool_result',
      tool_id: 'item_0',
      text: 'function add(a, b) {\n  return a - b;\n}\nmodule.exports = { add };\n',
      is_error: false,
      exit_code: 0,
      status: 'completed',
    },
    {
      type: 'tool_use',
      tool: 'file_change',
      tool_id: 'item_1',
      input: {
        changes: [
          { path: '/workspace/NOTES.md', kind: 'add' },
          { path: '/workspace/calc.js', kind: 'update' },
        ],
      },
    },
    { type: 'tool_result', tool_id: 'item_1', text: '', is_error: false, status: 'completed' },
    { type: 'assistant', text: 'Done.' },
  ]);
});

test('reads each error once, with its HTTP status if there is one', () => {
  expect(ofType(read(codexExec, 'codex/http-401.exec.jsonl').entries, 'error')).toMatchObject([
    { text: expect.stringMatching(/^Reconnecting/), status: 401 },
    { text: expect.stringMatching(/^unexpected status/), status: 401 },
  ]);
  expect(ofType(read(codexExec, 'codex/http-429.exec.jsonl').entries, 'error')).toMatchObject([{ status: 429 }]);
  expect(ofType(read(codexExec, 'codex/basic.exec.jsonl').entries, 'error')).toEqual([]);
});

const item = (type: string, fields: object) => ({ type: `item.${type}`, item: { id: 'a', ...fields } });
const command = { type: 'command_execution', command: 'false', aggregated_output: 'no' };
const mcp = { type: 'mcp_tool_call', server: 'docs', tool: 'get', arguments: { page: 1 } };

test.each([
  { items: [item('started', command)], uses: 1, errors: [], why: 'no end event' },
  { items: [item('completed', { ...command, exit_code: 1 })], uses: 1, errors: [true], why: 'no start event' },
  { items: [item('started', command), item('updated', command)], uses: 1, errors: [], why: 'updates are ignored' },
  { items: [item('completed', { ...command, status: 'declined' })], uses: 1, errors: [true], why: 'it was declined' },
  {
    items: [item('completed', { ...mcp, status: 'failed', error: { message: 'no' } })],
    uses: 1,
    errors: [true],
    why: 'MCP',
  },
  {
    items: [item('completed', { type: 'todo_list', items: [] })],
    uses: 1,
    errors: [false],
    why: 'a plan is a tool use',
  },
])('reads $uses use and results $errors: $why', ({ items, uses, errors }) => {
  const { entries, unknown } = collect(codexExec, items);
  expect(ofType(entries, 'tool_use')).toHaveLength(uses);
  expect(ofType(entries, 'tool_result').map(({ is_error }) => is_error)).toEqual(errors);
  expect(unknown).toEqual([]);
});

test('reports unknown records', () => {
  const lines = [{ type: 'turn.new' }, item('started', { type: 'new' }), item('completed', { type: 'new' }), 5];
  expect(collect(codexExec, lines).unknown).toEqual(['line turn.new', 'item new', 'line nothing']);
});
