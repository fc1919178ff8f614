import type { Transcript } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { collect, expectPaired, expectUnbreakable, recordsOf } from '../../test/reading.ts';
import { readTranscript } from '../read-transcript.ts';
import { otlpLogs } from './otlp-logs.ts';

const FIXTURES = new URL('../../../../fixtures/transcripts/', import.meta.url).pathname;

describe('one session has the same facts in every source, or lists what is missing', () => {
  const facts = ({ entries, interactions, usage, cost_usd, model, agent, agent_version, end }: Transcript) => ({
    calls: entries
      .filter(({ type }) => type === 'tool_use')
      .map(({ tool, input }) => [tool, (input as { command?: string; file_path?: string }) ?? {}])
      .map(([tool, input]) => [
        tool,
        Object.values(input as object).find((value) => typeof value === 'string' && /node|calc/.test(value)),
      ]),
    errors: interactions.filter(({ is_error }) => is_error).length,
    usage,
    cost_usd,
    model,
    agent,
    agent_version,
    end: end.status,
  });

  test.each([
    { file: 'claude/latest-2.1.325.session.jsonl', missing: [] },
    { file: 'claude/latest-2.1.325.stream.jsonl', missing: ['prompts'] },
    { file: 'otlp-logs/claude-2.1.325.logs.jsonl', missing: ['tool_outputs'] },
    { file: 'otlp/claude-2.1.325.traces.jsonl', missing: ['answers'] },
  ])('$file lacks $missing', async ({ file, missing }) => {
    const read = await readTranscript(`${FIXTURES}${file}`);
    expectPaired(read.entries);
    expect(read.missing).toEqual(missing);
    expect(facts(read)).toEqual({
      calls: [
        ['Read', '/workspace/calc.js'],
        ['Bash', 'node test.js; echo rc=$?'],
        ['Edit', '/workspace/calc.js'],
        ['Bash', 'node test.js'],
      ],
      errors: 0,
      usage: { input_tokens: 6640, cached_input_tokens: 2000, cache_write_input_tokens: 40, output_tokens: 166 },
      cost_usd: 0.02232,
      model: 'claude-opus-5-5',
      agent: 'claude-code',
      agent_version: '2.1.325',
      end: 'completed',
    });
  });
});

const LOGS = 'otlp-logs/claude-2.1.325.logs.jsonl';

test('no mutation of a recording makes it throw', () => expectUnbreakable(otlpLogs, [LOGS]));

const value = (one: unknown) =>
  typeof one === 'number' ? { intValue: one } : typeof one === 'boolean' ? { boolValue: one } : { stringValue: one };
let clock = 1_794_847_208_000;
const log = (name: string, attributes: Readonly<Record<string, unknown>>) => ({
  timeUnixNano: `${clock++}000000`,
  body: { stringValue: name },
  attributes: Object.entries({ 'event.name': name, ...attributes }).map(([key, one]) => ({ key, value: value(one) })),
});
const sent = (...logRecords: readonly object[]) => [{ resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords }] }] }];

test('Codex: arguments and outputs are logged, answers are not', () => {
  const about = { 'conversation.id': 'c', model: 'gpt-5', 'app.version': '0.166.0' };
  const read = collect(
    otlpLogs,
    sent(
      log('codex.user_prompt', { ...about, prompt: 'Fix it.' }),
      log('codex.sse_event', { ...about, 'event.kind': 'response.created' }),
      log('codex.sse_event', {
        ...about,
        'event.kind': 'response.completed',
        input_token_count: '100',
        cached_token_count: 40,
        output_token_count: '7',
      }),
      log('codex.tool_result', {
        ...about,
        tool_name: 'exec_command',
        call_id: 'a',
        arguments: '{"cmd":"ls x"}',
        duration_ms: '3',
        success: 'false',
        output: 'no',
      }),
      log('codex.turn_cost', { ...about, 'usage.estimated_usd': 0.5, 'turn.interrupted': true }),
    ),
  );
  expect(read.entries).toMatchObject(
    [
      { type: 'tool_use', tool: 'exec_command', input: { cmd: 'ls x' } },
      { type: 'user', text: 'Fix it.' },
      { type: 'tool_result', text: 'no', is_error: true },
    ].toSorted((a, b) => (a.type === 'user' ? -1 : b.type === 'user' ? 1 : 0)),
  );
  expect([read.sum('input_tokens'), read.sum('cached_input_tokens'), read.sum('output_tokens')]).toEqual([100, 40, 7]);
  expect(read).toMatchObject({ cost: 0.5, end: { status: 'interrupted' }, facts: { agent: 'codex', session_id: 'c' } });
});

test('Gemini CLI: thoughts count as output', () => {
  const about = { 'session.id': 'g' };
  const read = collect(
    otlpLogs,
    sent(
      log('gemini_cli.user_prompt', { ...about, prompt: 'Fix it.' }),
      log('gemini_cli.api_response', {
        ...about,
        model: 'gemini-2.5-pro',
        input_token_count: 10,
        output_token_count: 2,
        thoughts_token_count: 3,
      }),
      log('gemini_cli.tool_call', {
        ...about,
        function_name: 'read_file',
        function_args: '{"file_path":"a"}',
        duration_ms: 0,
        success: true,
        decision: 'accept',
      }),
      log('gemini_cli.tool_call', {
        ...about,
        function_name: 'write_file',
        function_args: '{}',
        duration_ms: 0,
        success: false,
        decision: 'reject',
      }),
      log('gemini_cli.api_error', { ...about, error: 'quota', status_code: 429 }),
    ),
  );
  expect(read.sum('output_tokens')).toBe(5);
  expect(read.entries.map(({ type, is_error, status }) => [type, is_error, status])).toEqual([
    ['user', undefined, undefined],
    ['tool_use', undefined, undefined],
    ['tool_result', false, undefined],
    ['tool_use', undefined, undefined],
    ['tool_result', true, 'rejected'],
    ['error', undefined, 429],
  ]);
  expect(read.end.status).toBe('failed');
});

test('one session of several is read, and the others are counted', () => {
  const prompt = (session: string) => log('gemini_cli.user_prompt', { 'session.id': session, prompt: session });
  const read = collect(otlpLogs, sent(prompt('a'), prompt('b'), prompt('a'), prompt('c')));
  expect(read.entries.map(({ text }) => text)).toEqual(['a', 'a']);
  expect(read.warnings).toEqual(['2 further sessions of the file were skipped']);
});

test('records that are cut off, repeated or of other programs do no harm', () => {
  const [first] = recordsOf(LOGS);
  expect(
    otlpLogs.recognizes({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x' } }] }] }] }),
  ).toBe(false);
  expect(collect(otlpLogs, [first, first, {}]).unknown).toEqual(['OTLP document without logs']);
});
