import type { Json } from '@assay/schema/json';
import { describe, expect, test } from 'vitest';
import * as reading from '../../test/reading.ts';
import type { TranscriptReader } from '../transcript-reader.ts';
import { claudeStream } from './claude-stream.ts';
import { qwenSession } from './qwen-session.ts';
import { qwenStream } from './qwen-stream.ts';

const without = (records: readonly Json[], count: number): Json[] => records.slice(0, records.length - count);

const SESSION = 'qwen/basic.session.jsonl';
const STREAM = 'qwen/basic.stream.jsonl';
const TOOLS = ['read_file', 'run_shell_command', 'edit'];
const FACTS = { session_id: '273c15be-ece5-4e96-b981-372654d3e714', agent_version: '0.15.10', model: 'mock-model' };

test('each reader recognizes only its own lines', () => {
  reading.expectOnlyOwn(qwenSession, (file) => file === SESSION);
  reading.expectOnlyOwn(qwenStream, (file) => file === STREAM);
});

test('the Claude Code reader recognizes more lines of a Claude Code stream', () => {
  for (const file of reading.allFixtures.filter((name) => /^claude\/.*stream/.test(name))) {
    const known = (reader: TranscriptReader) =>
      reading.recordsOf(file).filter((record) => reader.recognizes(record)).length;
    expect(known(claudeStream)).toBeGreaterThan(known(qwenStream));
  }
});

test('a mutated recording never makes a reader throw or emit an invalid entry', () => {
  reading.expectUnbreakable(qwenSession, [SESSION]);
  reading.expectUnbreakable(qwenStream, [STREAM]);
});

describe.each([
  { reader: qwenSession, file: SESSION },
  { reader: qwenStream, file: STREAM },
])('$file', ({ reader, file }) => {
  test('has no unknown lines', () => {
    const { entries, unknown, facts, end } = reading.read(reader, file);
    expect(unknown).toEqual([]);
    expect(reading.toolsOf(entries)).toEqual(TOOLS);
    reading.expectPaired(entries);
    expect(entries.every(({ is_error }) => is_error !== true)).toBe(true);
    expect(entries.filter(({ type }) => type === 'assistant').map(({ text }) => text)).toEqual([
      'I should look first.',
      'Let me look at the code.',
      'The operator is wrong.',
      'Fixed: add() now adds.',
    ]);
    expect(facts).toEqual(FACTS);
    expect(end.status).toBe('completed');
  });

  test('counts tokens once per response, and input includes cached tokens', () => {
    const { responses, sum } = reading.read(reader, file);
    expect(responses.size).toBe(3);
    expect([sum('input_tokens'), sum('cached_input_tokens'), sum('output_tokens')]).toEqual([3300, 1500, 123]);
  });

  test('is interrupted if cut anywhere before its last line', () => {
    const records = reading.recordsOf(file);
    for (let kept = 1; kept < records.length; kept++)
      expect(reading.collect(reader, records.slice(0, kept)).end.status).toBe('interrupted');
  });
});

describe('sessions', () => {
  test('keeps timestamps as written', () => {
    const { entries } = reading.read(qwenSession, SESSION);
    expect(entries.filter(({ tool_id }) => tool_id === 'call_1_1').map(({ at }) => at)).toEqual([
      '2026-11-15T00:24:26.024Z',
      '2026-11-15T00:24:33.248Z',
    ]);
  });

  const result = (name: string, response: Json, status: string) => ({
    type: 'tool_result',
    message: { role: 'user', parts: [{ functionResponse: { id: 'c', name, response } }] },
    toolCallResult: { callId: 'c', status },
  });
  test.each([
    { record: result('edit', { output: 'ok' }, 'success'), error: false, code: undefined, why: 'success' },
    { record: result('edit', { error: 'no' }, 'error'), error: true, code: undefined, why: 'the tool failed' },
    {
      record: result('edit', { error: 'no' }, 'success'),
      error: true,
      code: undefined,
      why: 'the model receives an error',
    },
    { record: result('edit', {}, 'cancelled'), error: true, code: undefined, why: 'the tool was stopped' },
    {
      record: result(
        'run_shell_command',
        { output: 'Output: x\nError: (none)\nExit Code: 1\nSignal: 0\nProcess Group PGID: 7' },
        'success',
      ),
      error: false,
      code: 1,
      why: 'the tool ran, its command failed',
    },
  ])('an error: $error, exit code $code: $why', ({ record, error, code }) => {
    const [entry] = reading.collect(qwenSession, [record]).entries;
    expect(entry).toMatchObject({ type: 'tool_result', tool_id: 'c', is_error: error });
    expect(entry?.exit_code).toBe(code);
  });

  test('a request that failed for good fails the run, a retried one does not', () => {
    const error = {
      type: 'system',
      systemPayload: { uiEvent: { 'event.name': 'qwen-code.api_error', error_message: 'busy', status_code: 503 } },
    };
    const [last, ...before] = reading.recordsOf(SESSION).reverse();
    const failed = reading.collect(qwenSession, [...before.reverse(), error]);
    expect(failed.end).toEqual({ status: 'failed', reason: 'busy' });
    expect(failed.entries.at(-1)).toEqual({ type: 'error', text: 'busy', status: 503 });
    expect(reading.collect(qwenSession, [error, last]).end.status).toBe('completed');
  });

  test('reports unknown lines and parts', () => {
    const odd = { type: 'assistant', message: { parts: [{ dream: 1 }, 7] } };
    expect(reading.collect(qwenSession, [{ type: 'dream' }, odd]).unknown).toEqual([
      'line dream',
      'part dream',
      'part nothing',
    ]);
  });
});

describe('streams', () => {
  test('the result has the tokens of the run', () => {
    expect(reading.read(qwenStream, STREAM).total).toEqual({
      input_tokens: 3300,
      cached_input_tokens: 1500,
      cache_write_input_tokens: 0,
      output_tokens: 123,
    });
  });

  const good = { type: 'result', subtype: 'success', is_error: false, result: 'Done.', permission_denials: [] };
  test.each([
    { fields: {}, status: 'completed', why: 'success' },
    {
      fields: { permission_denials: [{ tool_name: 'edit' }] },
      status: 'denied',
      why: 'success with a denied tool',
    },
    { fields: { result: '[API Error: 401]' }, status: 'failed', why: 'success with an API error as text' },
    { fields: { subtype: 'error_max_turns', is_error: true }, status: 'limit', why: 'turns' },
    {
      fields: { subtype: 'error_during_execution', is_error: true, error: { message: '[API Error: 500]' } },
      status: 'failed',
      why: 'the API',
    },
    {
      fields: { subtype: 'error_during_execution', is_error: true, error: { message: 'Operation cancelled.' } },
      status: 'interrupted',
      why: 'a signal',
    },
    {
      fields: {
        subtype: 'error_during_execution',
        is_error: true,
        error: { message: 'Reached max session turns for this session.' },
      },
      status: 'limit',
      why: 'turns, with another wording',
    },
  ])('a result with $fields is $status: $why', ({ fields, status }) => {
    expect(
      reading.collect(qwenStream, [...without(reading.recordsOf(STREAM), 1), { ...good, ...fields }]).end.status,
    ).toBe(status);
  });

  test("a sub-agent's lines are in its lane", () => {
    const message = { role: 'assistant', content: [{ type: 'text', text: 'hm' }] };
    expect(reading.collect(qwenStream, [{ type: 'assistant', parent_tool_use_id: 'a', message }]).entries).toEqual([
      { type: 'assistant', text: 'hm', lane: 'a' },
    ]);
  });
});
