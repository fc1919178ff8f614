import type { Json } from '@assay/schema/json';
import { expect, test } from 'vitest';
import * as reading from '../../test/reading.ts';
import { acp } from './acp.ts';

const FILES = ['acp/gemini.acp.jsonl', 'acp/opencode.acp.jsonl', 'acp/qwen.acp.jsonl'];
const bare = (record: Json): Json => (record as { msg: Json }).msg;

test('recognizes only its own lines', () => {
  reading.expectOnlyOwn(acp, (file) => FILES.includes(file) || file.startsWith('recorded/acp-'));
  for (const file of FILES) expect(reading.recordsOf(file).map(bare).every(acp.recognizes)).toBe(true);
});

test('a mutated recording never makes it throw or emit an invalid entry', () => {
  reading.expectUnbreakable(acp, FILES);
});

test.each([
  {
    file: 'acp/gemini.acp.jsonl',
    facts: {
      agent: 'gemini-cli',
      agent_version: '0.61.0',
      model: 'gemini-2.5-pro',
      session_id: '43458893-cb19-4ef1-8d21-e034aab7491b',
    },
    tools: ['read_file', 'run_shell_command', 'replace', 'run_shell_command'],
    why: 'tool names are in the ids',
  },
  {
    file: 'acp/opencode.acp.jsonl',
    facts: {
      agent: 'OpenCode',
      agent_version: '1.18.33',
      model: 'mock/mock-model',
      session_id: 'ses_e236981e9ffeVpllBKRxbmckr2',
    },
    tools: ['read', 'execute', 'edit', 'execute'],
    why: 'only tool kinds are given',
  },
  {
    file: 'acp/qwen.acp.jsonl',
    facts: {
      agent: 'qwen-code',
      agent_version: '0.15.10',
      model: 'mock-model',
      session_id: '1afa13c8-f1d4-4678-a8e8-78489010877f',
    },
    tools: ['read_file', 'run_shell_command', 'edit'],
    why: 'tool names are in extra fields and arrive after the call',
  },
])('reads $file: $why', ({ file, facts, tools }) => {
  const found = reading.read(acp, file);
  expect(found.unknown).toEqual([]);
  expect(found.facts).toEqual(facts);
  expect(reading.toolsOf(found.entries)).toEqual(tools);
  reading.expectPaired(found.entries);
  expect(found.entries.every(({ is_error }) => is_error !== true)).toBe(true);
  expect(found.end.status).toBe('completed');
});

test('reads the same without envelopes, except for timestamps', () => {
  for (const file of FILES) {
    const timeless = reading.read(acp, file).entries.map(({ at: _, ...entry }) => entry);
    expect(reading.collect(acp, reading.recordsOf(file).map(bare)).entries).toEqual(timeless);
  }
});

test.each([
  { file: 'acp/gemini.acp.jsonl', input: 4600, cached: 0, output: 166, cost: null, why: 'one total in the answer' },
  { file: 'acp/qwen.acp.jsonl', input: 3300, cached: 1500, output: 123, cost: null, why: 'one per response' },
  {
    file: 'acp/opencode.acp.jsonl',
    input: 0,
    cached: 0,
    output: 0,
    cost: 0.002932,
    why: 'tokens cover only the last response, the cost covers the run',
  },
])('$file has $input input and $output output tokens: $why', ({ file, input, cached, output, cost }) => {
  const { sum, warnings, ...found } = reading.read(acp, file);
  expect([sum('input_tokens'), sum('cached_input_tokens'), sum('output_tokens')]).toEqual([input, cached, output]);
  expect(found.cost).toBe(cost);
  expect(warnings).toHaveLength(input === 0 ? 1 : 0);
});

const prompt = {
  t: 1,
  dir: '>',
  msg: { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { prompt: [{ type: 'text', text: 'Fix' }] } },
};
const answer = (fields: object) => ({ t: 9, dir: '<', msg: { jsonrpc: '2.0', id: 1, ...fields } });
const update = (kind: string, fields: object, t: Json = 2) => ({
  t,
  dir: '<',
  msg: { jsonrpc: '2.0', method: 'session/update', params: { update: { sessionUpdate: kind, ...fields } } },
});
const says = (text: string, fields: object = {}) =>
  update('agent_message_chunk', { content: { type: 'text', text }, ...fields });

test.each([
  {
    usage: { inputTokens: 800, outputTokens: 43, totalTokens: 1343, cachedReadTokens: 500 },
    input: 1300,
    output: 43,
    why: 'cached tokens separate',
  },
  {
    usage: { inputTokens: 1000, outputTokens: 40, totalTokens: 1040, cachedReadTokens: 500 },
    input: 1000,
    output: 40,
    why: 'cached tokens included',
  },
  {
    usage: { inputTokens: 10, outputTokens: 5, totalTokens: 22, cachedReadTokens: 4, thoughtTokens: 3 },
    input: 14,
    output: 8,
    why: 'thoughts separate too',
  },
  { usage: { inputTokens: 10, outputTokens: 5 }, input: 10, output: 5, why: 'no total' },
])('$usage is $input input and $output output tokens: $why', ({ usage, input, output }) => {
  const { sum } = reading.collect(acp, [prompt, answer({ result: { stopReason: 'end_turn', usage } })]);
  expect([sum('input_tokens'), sum('output_tokens')]).toEqual([input, output]);
});

test.each([
  { fields: { result: { stopReason: 'end_turn' } }, status: 'completed', why: 'done' },
  { fields: { result: { stopReason: 'max_tokens' } }, status: 'limit', why: 'tokens' },
  { fields: { result: { stopReason: 'max_turn_requests' } }, status: 'limit', why: 'turns' },
  { fields: { result: { stopReason: 'cancelled' } }, status: 'interrupted', why: 'stopped by the client' },
  { fields: { result: { stopReason: 'refusal' } }, status: 'denied', why: 'refused by the model' },
  { fields: { error: { code: -32603, message: 'no quota' } }, status: 'failed', why: 'an error instead of an answer' },
  { fields: { result: { stopReason: 'toString' } }, status: 'unknown', why: 'not a reason of the protocol' },
])('a prompt answered with $fields is $status: $why', ({ fields, status }) => {
  expect(reading.collect(acp, [prompt, answer(fields)]).end.status).toBe(status);
});

test('is interrupted if cut anywhere before the answer to the prompt', () => {
  for (const file of FILES) {
    const records = reading.recordsOf(file);
    for (let kept = 1; kept < records.length; kept++)
      expect(reading.collect(acp, records.slice(0, kept)).end.status).toBe('interrupted');
  }
});

test("does not take the client's answer for the agent's answer with the same id", () => {
  const asks = { t: 2, dir: '<', msg: { jsonrpc: '2.0', id: 1, method: 'fs/read_text_file', params: {} } };
  const refuses = { t: 3, dir: '>', msg: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no file' } } };
  const found = reading.collect(acp, [prompt, asks, refuses, answer({ error: { code: -32000, message: 'sign in' } })]);
  expect(found.end).toMatchObject({ status: 'failed', reason: expect.stringContaining('sign in') });
  expect(found.entries.map(({ text }) => text)).toEqual(['Fix', 'sign in']);
});

test.each([
  { records: [says('a'), says('b')], texts: ['ab'], why: 'chunks are joined' },
  {
    records: [says('a'), update('available_commands_update', {}), says('b')],
    texts: ['ab'],
    why: 'chunks are joined across other updates',
  },
  {
    records: [says('a', { messageId: '1' }), says('b', { messageId: '2' })],
    texts: ['a', 'b'],
    why: 'chunks are not joined across messages',
  },
  {
    records: [says('a', { _meta: { usage: { inputTokens: 1 } } }), says('b')],
    texts: ['a', 'b'],
    why: 'chunks are not joined across responses',
  },
  {
    records: [update('agent_thought_chunk', { content: { text: 'a' } }), says('b')],
    texts: ['a', 'b'],
    why: 'a thought is a separate entry',
  },
  { records: [says(''), update('agent_message_chunk', {})], texts: [], why: 'empty text is not an entry' },
  {
    records: [update('plan', { entries: [{ content: 'look', status: 'completed' }] })],
    texts: ['[completed] look'],
    why: 'a plan is an assistant entry',
  },
])('$texts: $why', ({ records, texts }) => {
  const { entries } = reading.collect(acp, records);
  expect(entries.map(({ text }) => text)).toEqual(texts);
  expect(entries.every(({ type }) => type === 'assistant')).toBe(true);
});

test.each([
  { call: { toolCallId: 'ls__ls_1_0', kind: 'search' }, tool: 'ls', why: 'from the id' },
  {
    call: { toolCallId: 'a', kind: 'other', rawInput: { server: 'x', tool: 'query' } },
    tool: 'query',
    why: 'from the input',
  },
  {
    call: { toolCallId: 'a', kind: 'other', _meta: { vendor: { toolName: 'Bash' } } },
    tool: 'Bash',
    why: 'from an extra field of the agent',
  },
  { call: { toolCallId: 'a', kind: 'fetch', title: 'A page' }, tool: 'fetch', why: 'from the kind' },
  { call: { toolCallId: 'a', kind: 'other', title: 'query' }, tool: 'query', why: 'the kind other is ignored' },
  { call: { toolCallId: 'a', title: 'query' }, tool: 'query', why: 'from the title' },
  { call: { toolCallId: 'a' }, tool: 'unknown', why: 'no information' },
])('$call is a use of $tool: $why', ({ call, tool }) => {
  expect(reading.toolsOf(reading.collect(acp, [update('tool_call', call)]).entries)).toEqual([tool]);
});

test('a call first seen in a permission request is one call, and a denial is reported', () => {
  const asks = {
    t: 2,
    dir: '<',
    msg: {
      jsonrpc: '2.0',
      id: 0,
      method: 'session/request_permission',
      params: {
        options: [{ optionId: 'no', kind: 'reject_once' }],
        toolCall: {
          toolCallId: 'a',
          kind: 'execute',
          title: 'rm x',
          content: [{ type: 'content', content: { type: 'text', text: 'Sure?' } }],
        },
      },
    },
  };
  const refuses = {
    t: 3,
    dir: '>',
    msg: { jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'selected', optionId: 'no' } } },
  };
  const failed = update('tool_call_update', { toolCallId: 'a', status: 'failed' }, 4);
  const { entries, warnings } = reading.collect(acp, [prompt, asks, refuses, failed, failed]);
  expect(entries.slice(1)).toEqual([
    { type: 'tool_use', tool: 'execute', tool_id: 'a', input: { command: 'rm x' }, at: 2 },
    { type: 'tool_result', tool_id: 'a', text: '', is_error: true, exit_code: null, status: 'failed', at: 4 },
  ]);
  expect(warnings).toEqual(['a tool use was not permitted']);
});

test('reports what is not part of the protocol', () => {
  const odd = [
    update('dream', {}),
    { jsonrpc: '2.0', method: 'dream' },
    { jsonrpc: '2.0', id: 7, result: {} },
    {},
    update('tool_call', {}),
  ];
  expect(reading.collect(acp, odd).unknown).toEqual([
    'update dream',
    'method dream',
    'answer without a request',
    'line that is not JSON-RPC',
    'tool call without an id',
  ]);
});
