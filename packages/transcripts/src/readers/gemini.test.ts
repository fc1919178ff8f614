import type { Json } from '@assay/schema/json';
import { describe, expect, test } from 'vitest';
import * as reading from '../../test/reading.ts';
import { geminiSession } from './gemini-session.ts';
import { geminiStream } from './gemini-stream.ts';

const without = (records: readonly Json[], count: number): Json[] => records.slice(0, records.length - count);

const SESSION = 'gemini/basic.session.jsonl';
const STREAM = 'gemini/basic.stream.jsonl';
const STREAMS = reading.allFixtures.filter((file) => /^gemini\/(.*\.stream\.jsonl|basic\.json)$/.test(file));
// Assay's own recordings, by folder name
const recorded = (kind: string) =>
  reading.allFixtures.filter((file) => new RegExp(`^recorded/gemini/.*\\.${kind}\\.jsonl$`).test(file));
const TOOLS = ['read_file', 'run_shell_command', 'replace', 'run_shell_command'];

test('each reader recognizes only its own lines', () => {
  reading.expectOnlyOwn(geminiSession, (file) => [SESSION, ...recorded('session')].includes(file));
  reading.expectOnlyOwn(geminiStream, (file) => [...STREAMS, ...recorded('stream')].includes(file));
});

test('a mutated recording never makes a reader throw or emit an invalid entry', () => {
  reading.expectUnbreakable(geminiSession, [SESSION, ...recorded('session')]);
  reading.expectUnbreakable(geminiStream, STREAMS);
});

describe('sessions', () => {
  test('has no unknown lines, and reads rewritten messages once', () => {
    const { entries, unknown, facts, end } = reading.read(geminiSession, SESSION);
    expect(unknown).toEqual([]);
    expect(reading.toolsOf(entries)).toEqual(TOOLS);
    reading.expectPaired(entries);
    expect(entries.filter(({ type }) => type === 'assistant').map(({ text }) => text)).toEqual([
      'Inspecting\nI should look first.',
      'Let me look at the code.',
      'The operator is wrong.',
      'Fixed: add() now adds. The test passes.',
    ]);
    expect(entries.slice(0, 2).map(({ type }) => type)).toEqual(['system', 'user']);
    expect(facts).toEqual({ session_id: 'a44b4ffd-d34c-4c30-b57c-23126fdd2542', model: 'gemini-2.5-pro' });
    expect(end.status).toBe('completed');
  });

  test('keeps timestamps as written: of the response for a call, of the call for its result', () => {
    const { entries } = reading.read(geminiSession, SESSION);
    expect(entries.filter(({ tool_id }) => tool_id?.startsWith('replace')).map(({ at }) => at)).toEqual([
      '2026-11-15T00:16:54.050Z',
      '2026-11-15T00:16:54.162Z',
    ]);
  });

  test('counts tokens once per response and thoughts as output, like the totals of the stream', () => {
    const { responses, sum } = reading.read(geminiSession, SESSION);
    expect(responses.size).toBe(4);
    expect([sum('input_tokens'), sum('cached_input_tokens'), sum('output_tokens')]).toEqual([4600, 2000, 194]);
  });

  const user = { id: 'u', timestamp: 't', type: 'user', content: 'Fix' };
  const says = { id: 'g', timestamp: 't', type: 'gemini', content: 'Done.' };
  const call = { id: 'c', name: 'run_shell_command', args: { command: 'false' } };
  test.each([
    { records: reading.recordsOf(SESSION), status: 'completed', why: 'the recording' },
    { records: without(reading.recordsOf(SESSION), 2), status: 'interrupted', why: 'no response to the last results' },
    { records: [], status: 'unknown', why: 'empty recording' },
    { records: [user], status: 'interrupted', why: 'no answer' },
    {
      records: [user, { ...says, content: '' }],
      status: 'interrupted',
      why: 'a response whose calls are not written yet',
    },
    {
      records: [user, says, { ...says, toolCalls: [call] }],
      status: 'interrupted',
      why: 'the rewritten message has a call',
    },
    { records: [user, { ...says, type: 'error' }], status: 'failed', why: 'an error is the last message' },
    {
      records: [user, says, { id: 'i', type: 'info', content: 'Update!' }],
      status: 'completed',
      why: 'a note is not a turn',
    },
    {
      records: [{ sessionId: 's', projectHash: 'p', messages: [user, says] }],
      status: 'completed',
      why: 'one document',
    },
  ])('it is $status: $why', ({ records, status }) => {
    expect(reading.collect(geminiSession, records).end.status).toBe(status);
  });

  const shell = (output: string) => [
    { functionResponse: { id: 'c', name: 'run_shell_command', response: { output } } },
  ];
  test.each([
    {
      fields: { status: 'success', result: shell('Output: ok') },
      error: false,
      code: undefined,
      why: 'success has no exit code',
    },
    {
      fields: {
        status: 'success',
        result: shell('Output: no\nExit Code: 2\nProcess Group PGID: 7\n</untrusted_context>'),
      },
      error: false,
      code: 2,
      why: 'the tool ran, its command failed',
    },
    {
      fields: { status: 'success', result: shell('Output: Exit Code: 3\nExit Code: 3\nand more') },
      error: false,
      code: undefined,
      why: 'the command itself printed such a line',
    },
    {
      fields: { name: 'read_file', status: 'success', result: shell('Exit Code: 2') },
      error: false,
      code: undefined,
      why: 'a file tool is not a command',
    },
    { fields: { status: 'error', result: [] }, error: true, code: undefined, why: 'the tool failed' },
    { fields: { status: 'cancelled' }, error: true, code: undefined, why: 'the tool was stopped' },
  ])('a result with $fields is an error: $error, exit code $code ($why)', ({ fields, error, code }) => {
    const { entries } = reading.collect(geminiSession, [{ ...says, toolCalls: [{ ...call, ...fields }] }]);
    expect(entries.at(-1)).toMatchObject({ type: 'tool_result', tool_id: 'c', is_error: error });
    expect(entries.at(-1)?.exit_code).toBe(code);
  });

  test('finds a result that is only in the message to the model', () => {
    const { entries } = reading.collect(geminiSession, [
      { ...says, toolCalls: [{ ...call, status: 'executing' }] },
      { ...user, content: shell('ok') },
    ]);
    reading.expectPaired(entries);
  });

  test('reports an unknown line', () => {
    expect(reading.collect(geminiSession, [{ type: 'dream' }, 7]).unknown).toEqual(['line dream', 'line nothing']);
  });
});

describe('streams', () => {
  test.each([
    { file: 'basic.stream.jsonl', status: 'completed', why: 'the result reports success' },
    { file: 'basic.json', status: 'completed', why: 'there is a response' },
    { file: 'http-400.stream.jsonl', status: 'failed', why: 'the API refused' },
    { file: 'http-401.stream.jsonl', status: 'failed', why: 'the API refused' },
    { file: 'http-500-maxAttempts1.stream.jsonl', status: 'failed', why: 'the API failed' },
    { file: 'http-429.stream.jsonl', status: 'interrupted', why: 'killed during a retry' },
    { file: 'http-500.stream.jsonl', status: 'interrupted', why: 'killed during a retry' },
  ])('$file is $status without unknown lines: $why', ({ file, status }) => {
    const { end, unknown, facts } = reading.read(geminiStream, `gemini/${file}`);
    expect(end.status).toBe(status);
    expect(unknown).toEqual([]);
    expect(facts).toMatchObject({ model: 'gemini-2.5-pro', session_id: expect.stringMatching(/^[\da-f-]{36}$/) });
  });

  test('pairs calls and results, with timestamps as written', () => {
    const { entries } = reading.read(geminiStream, STREAM);
    expect(reading.toolsOf(entries)).toEqual(TOOLS);
    reading.expectPaired(entries);
    expect(entries[0]).toEqual({ type: 'user', text: 'Fix the add function', at: '2026-11-15T00:16:53.009Z' });
    expect(entries.every(({ is_error }) => is_error !== true)).toBe(true);
  });

  test.each([
    {
      file: 'basic.stream.jsonl',
      input: 4600,
      cached: 2000,
      output: 194,
      why: 'input includes cached tokens, output includes thoughts',
    },
    { file: 'basic.json', input: 4600, cached: 2000, output: 194, why: 'the same run in another format' },
    { file: 'http-400.stream.jsonl', input: 0, cached: 0, output: 0, why: 'no answer, so all totals are zero' },
  ])('$file has $input input and $output output tokens: $why', ({ file, input, cached, output }) => {
    expect(reading.read(geminiStream, `gemini/${file}`).total).toEqual({
      input_tokens: input,
      cached_input_tokens: cached,
      cache_write_input_tokens: 0,
      output_tokens: output,
    });
  });

  test('joins the deltas of a message until another record arrives', () => {
    const delta = (content: string, timestamp: string) => ({
      type: 'message',
      role: 'assistant',
      content,
      delta: true,
      timestamp,
    });
    const { entries } = reading.collect(geminiStream, [
      delta('Let ', '1'),
      delta('me', '2'),
      { type: 'tool_use', tool_name: 'ls', tool_id: 'a', timestamp: '3' },
      delta('Done', '4'),
    ]);
    expect(entries.map(({ text, tool, at }) => [text ?? tool, at])).toEqual([
      ['Let me', '1'],
      ['ls', '3'],
      ['Done', '4'],
    ]);
  });

  test.each([
    {
      type: 'FatalTurnLimitedError',
      message: 'Reached max session turns for this session.',
      status: 'limit',
      why: 'maxSessionTurns',
    },
    { type: 'FatalCancellationError', message: 'Operation cancelled.', status: 'interrupted', why: 'a signal' },
    { type: 'unknown', message: '[API Error: quota]', status: 'failed', why: 'anything else' },
  ])('an error of type $type is $status: $why', ({ type, message, status }) => {
    const found = reading.collect(geminiStream, [
      ...without(reading.recordsOf(STREAM), 1),
      { type: 'result', status: 'error', error: { type, message } },
    ]);
    expect(found.end).toEqual({ status, reason: message });
    expect(found.entries.at(-1)).toMatchObject({ type: 'error', text: message });
  });

  test('is interrupted if cut anywhere before its result', () => {
    const records = reading.recordsOf(STREAM);
    for (let kept = 1; kept < records.length; kept++)
      expect(reading.collect(geminiStream, records.slice(0, kept)).end.status).toBe('interrupted');
  });

  test('a failed tool is an error with its reason', () => {
    const { entries } = reading.collect(geminiStream, [
      { type: 'tool_result', tool_id: 'a', status: 'error', error: { type: 'x', message: 'no such file' } },
    ]);
    expect(entries).toEqual([
      { type: 'tool_result', tool_id: 'a', text: 'no such file', is_error: true, status: 'error' },
    ]);
  });
});
