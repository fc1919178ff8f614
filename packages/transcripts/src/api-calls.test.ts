import type { Json } from '@assay/schema/json';
import { expect, test } from 'vitest';
import { createToolCallReader, type ModelToolCall, readSentResults } from './api-calls.ts';

const input = { command: 'ls' };
const json = JSON.stringify(input);
const anthropic = { type: 'tool_use', id: 'c1', name: 'Bash', input };
const item = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'Bash', arguments: json };
const chat = (part: object) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...part }] } }] });

test.each<{ why: string; records: object[] }>([
  { why: 'a message of Anthropic', records: [{ type: 'message', content: [{ type: 'text', text: 'a' }, anthropic] }] },
  {
    why: 'events of Anthropic',
    records: [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_start', index: 1, content_block: { ...anthropic, input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: json.slice(0, 5) } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: json.slice(5) } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_stop', index: 1 },
    ],
  },
  { why: 'a response of OpenAI', records: [{ object: 'response', output: [{ type: 'message' }, item] }] },
  {
    why: 'events of a response',
    records: [
      { type: 'response.output_item.added', item },
      { type: 'response.output_item.done', item },
      { type: 'response.completed', response: { output: [item] } },
    ],
  },
  {
    why: 'a chat completion',
    records: [{ choices: [{ message: { tool_calls: [{ id: 'c1', function: { name: 'Bash', arguments: json } }] } }] }],
  },
  {
    why: 'events of a chat completion',
    records: [
      chat({ id: 'c1', function: { name: 'Bash', arguments: json.slice(0, 5) } }),
      chat({ function: { arguments: json.slice(5) } }),
    ],
  },
  {
    why: 'Gemini',
    records: [{ candidates: [{ content: { parts: [{ functionCall: { id: 'c1', name: 'Bash', args: input } }] } }] }],
  },
])('reads the tool calls of $why', ({ records }) => {
  const found: ModelToolCall[] = [];
  const reader = createToolCallReader((call) => found.push(call));
  for (const record of records) reader.read(record as Json);
  reader.end();
  expect(found).toEqual([{ id: 'c1', tool: 'Bash', input, by_service: false }]);
});

test.each([
  { why: 'Anthropic', record: { content: [{ ...anthropic, type: 'server_tool_use' }] } },
  { why: 'OpenAI', record: { output: [{ type: 'web_search_call', id: 'c1', action: { query: 'a' } }] } },
])('a tool that $why runs itself is marked', ({ record }) => {
  const found: ModelToolCall[] = [];
  createToolCallReader((call) => found.push(call)).read(record);
  expect(found).toMatchObject([{ id: 'c1', by_service: true }]);
});

const sent = { id: 'c1', call: null, text: 'a.js', is_error: false };

test.each<{ why: string; body: Json; results: object[] }>([
  {
    why: 'Anthropic',
    body: {
      messages: [
        { role: 'user', content: 'Go.' },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'a.js', is_error: true }] },
      ],
    },
    results: [{ ...sent, is_error: true }],
  },
  {
    why: 'chat completions',
    body: { messages: [{ role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'a.js' }] }] },
    results: [sent],
  },
  {
    why: 'responses',
    body: { input: [{ type: 'function_call_output', call_id: 'c1', output: 'a.js' }, { type: 'message' }] },
    results: [sent],
  },
  {
    why: 'Gemini, by the call before it',
    body: {
      contents: [
        { parts: [{ functionCall: { name: 'one', args: {} } }, { functionCall: { name: 'two', args: input } }] },
        { parts: [{ functionResponse: { name: 'two', response: { output: 'a.js' } } }] },
      ],
    },
    results: [{ ...sent, id: null, call: { id: null, tool: 'two', input, by_service: false } }],
  },
  { why: 'something else', body: 'text', results: [] },
])('reads the results sent to $why', ({ body, results }) => {
  expect(readSentResults(body)).toEqual(results);
});
