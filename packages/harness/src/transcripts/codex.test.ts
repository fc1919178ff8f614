import { readdirSync, readFileSync } from 'node:fs';
import { TranscriptEntry, type Usage } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Recorder, TranscriptReader } from '../transcript-reader.ts';
import { codexExec } from './codex-exec.ts';
import { codexRollout } from './codex-rollout.ts';

const FIXTURES = new URL('../../../../fixtures/transcripts/', import.meta.url);
const ALL = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((path) => /\.jsonl?$/.test(path));

function recordsOf(path: string): unknown[] {
  const written = readFileSync(new URL(path, FIXTURES), 'utf8');
  const lines = path.endsWith('.json') ? [written] : written.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

const ROLLOUTS = ALL.filter((path) => path.endsWith('.rollout.jsonl'));
const STREAMS = ALL.filter((path) => path.endsWith('.exec.jsonl'));

function read(reader: TranscriptReader, records: readonly unknown[]) {
  const found = {
    entries: [] as TranscriptEntry[],
    facts: {} as Record<string, string>,
    usage: null as Usage | null,
    end: { status: 'unknown', reason: '' },
    unknown: [] as string[],
  };
  const recorder: Recorder = {
    entry: (entry) => found.entries.push(entry),
    identify: (facts) => Object.assign(found.facts, { ...facts, ...found.facts }),
    usage: () => expect.unreachable('Codex tells totals'),
    totalUsage: (usage) => {
      found.usage = usage;
    },
    cost: () => expect.unreachable('Codex tells no cost'),
    end: (status, reason) => {
      found.end = { status, reason };
    },
    unknown: (kind) => found.unknown.push(kind),
    repaired: () => undefined,
    warn: () => undefined,
  };
  const reading = reader.open(recorder);
  for (const record of records) reading.read(record);
  reading.end?.();
  return found;
}

const readFile = (path: string) => read(path.endsWith('.rollout.jsonl') ? codexRollout : codexExec, recordsOf(path));

const ofType = (entries: readonly TranscriptEntry[], type: TranscriptEntry['type']) =>
  entries.filter((entry) => entry.type === type);

describe.each([...ROLLOUTS, ...STREAMS])('%s', (path) => {
  const found = readFile(path);

  test('is understood line by line', () => {
    expect(found.unknown).toEqual([]);
    for (const entry of found.entries) expect(TranscriptEntry.parse(entry)).toEqual(entry);
  });

  test('pairs every use with one result by its id', () => {
    const ids = (type: 'tool_use' | 'tool_result') => ofType(found.entries, type).map(({ tool_id }) => tool_id);
    expect(new Set(ids('tool_use')).size).toBe(ids('tool_use').length);
    expect(ids('tool_result').toSorted()).toEqual(ids('tool_use').toSorted());
  });

  test('is never taken for completed when it is cut', () => {
    const records = recordsOf(path);
    const reader = path.includes('.rollout.') ? codexRollout : codexExec;
    for (const cut of records.keys()) expect(read(reader, records.slice(0, cut)).end.status).not.toBe('completed');
  });

  test('says nothing twice', () => {
    const said = found.entries.filter(({ type }) => type === 'assistant' || type === 'user').map((each) => each.text);
    expect(new Set(said).size).toBe(said.length);
  });
});

describe('the end of a run', () => {
  test.each([
    { file: 'basic.rollout', status: 'completed', reason: /complete/, why: 'the task is complete' },
    { file: 'apply_patch-gpt-5.5.rollout', status: 'completed', reason: /complete/, why: 'the task is complete' },
    { file: 'basic.exec', status: 'completed', reason: /complete/, why: 'an item of type error is no failure' },
    { file: 'apply_patch-gpt-5.5.exec', status: 'completed', reason: /complete/, why: 'the turn is completed' },
    { file: 'http-400.exec', status: 'failed', reason: /invalid_request_error/, why: 'the turn failed' },
    { file: 'http-401.exec', status: 'failed', reason: /401 Unauthorized/, why: 'the turn failed after a retry' },
    { file: 'http-429.exec', status: 'failed', reason: /429/, why: 'a busy service is no limit of the run' },
    { file: 'http-500.exec', status: 'failed', reason: /high demand/, why: 'the turn failed after a retry' },
    { file: 'server-down-bounded.exec', status: 'failed', reason: /Connection failed/, why: 'retries ran out' },
    { file: 'server-down.exec', status: 'interrupted', reason: /stops before/, why: 'killed while it waited' },
  ])('$file is $status: $why', ({ file, status, reason }) => {
    expect(readFile(`codex/${file}.jsonl`).end).toEqual({ status, reason: expect.stringMatching(reason) });
  });

  test.each([...ROLLOUTS, 'codex/basic.exec.jsonl', 'codex/apply_patch-gpt-5.5.exec.jsonl'])(
    '%s without its last line is interrupted',
    (path) => {
      const reader = path.includes('rollout') ? codexRollout : codexExec;
      expect(read(reader, recordsOf(path).slice(0, -1)).end.status).toBe('interrupted');
    },
  );

  const event = (payload: object) => ({ timestamp: '2026-11-15T00:00:00.000Z', type: 'event_msg', payload });
  const started = event({ type: 'task_started' });
  const done = event({ type: 'task_complete', last_agent_message: 'Done.' });
  const error = (codex_error_info: unknown) => event({ type: 'error', message: 'no', codex_error_info });

  test.each([
    {
      status: 'interrupted',
      events: [started, event({ type: 'turn_aborted', reason: 'interrupted' })],
      why: 'aborted',
    },
    {
      status: 'limit',
      events: [started, event({ type: 'turn_aborted', reason: 'budget_limited' })],
      why: 'its budget',
    },
    { status: 'failed', events: [started, error('unauthorized')], why: 'an error is the last word' },
    { status: 'failed', events: [started, error(null), done], why: 'a failed turn is closed like any other' },
    { status: 'failed', events: [started, error({ http_connection_failed: {} }), done], why: 'a kind with details' },
    { status: 'limit', events: [started, error('usage_limit_exceeded'), done], why: 'a limit by its kind' },
    { status: 'completed', events: [started, error('thread_rollback_failed'), done], why: 'a harmless error' },
    { status: 'completed', events: [started, event({ type: 'stream_error', message: '1/5' }), done], why: 'a retry' },
    { status: 'completed', events: [started, error(null), done, started, done], why: 'the next turn went well' },
    { status: 'unknown', events: [started, event({ type: 'task_complete' })], why: 'no last message' },
    {
      status: 'denied',
      events: [started, event({ type: 'item_completed', item: { id: 'a', status: 'declined' } }), done],
      why: 'a call was declined',
    },
  ])('a rollout is $status: $why', ({ status, events }) => {
    expect(read(codexRollout, events)).toMatchObject({ end: { status }, unknown: [] });
  });

  test.each([
    { message: "You've hit your usage limit. Try again later.", status: 'limit' },
    { message: "Codex ran out of room in the model's context window.", status: 'limit' },
    { message: 'Quota exceeded. Check your plan and billing details.', status: 'limit' },
    { message: 'stream disconnected before completion', status: 'failed' },
  ])('a turn that failed with "$message" is $status', ({ message, status }) => {
    expect(read(codexExec, [{ type: 'turn.failed', error: { message } }]).end).toEqual({ status, reason: message });
  });
});

test.each([
  {
    file: 'codex/basic.rollout.jsonl',
    facts: { agent_version: '0.166.0', model: 'mock-model', session_id: '01a1dc8b-65b5-7ad3-8100-3a08db79ac79' },
    usage: [4600, 2000, 0, 166],
    why: 'the last of the running totals, not their sum',
  },
  {
    file: 'codex/apply_patch-gpt-5.5.rollout.jsonl',
    facts: { agent_version: '0.166.0', model: 'gpt-5.5', session_id: '01a1dc8d-b47a-73c0-893e-fc5a2c1b337f' },
    usage: [3300, 1500, 0, 123],
    why: 'cached input is part of the input',
  },
  {
    file: 'codex/basic.exec.jsonl',
    facts: { session_id: '01a1dc8b-65b5-7ad3-8100-3a08db79ac79' },
    usage: [4600, 2000, 0, 166],
    why: 'the same run says the same',
  },
  {
    file: 'codex/http-400.exec.jsonl',
    facts: { session_id: '01a1dc8c-a37a-7e82-9bb9-c1049f17fa3c' },
    usage: null,
    why: 'a failed turn tells no usage',
  },
])('$file tells who ran and what it used: $why', ({ file, facts, usage }) => {
  const found = readFile(file);
  expect(found.facts).toEqual(facts);
  expect(found.usage && Object.values(found.usage)).toEqual(usage);
});

describe('a rollout', () => {
  const { entries } = readFile('codex/basic.rollout.jsonl');

  test('has what was said and called, in order and with its times as written', () => {
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

  test('has arguments parsed, and a patch as it was written', () => {
    expect(ofType(entries, 'tool_use')[0]?.input).toEqual({ cmd: 'cat calc.js' });
    const patch = ofType(readFile('codex/apply_patch-gpt-5.5.rollout.jsonl').entries, 'tool_use')[1];
    expect(patch).toMatchObject({ tool: 'apply_patch', input: expect.stringMatching(/^\*\*\* Begin Patch\n/) });
  });

  test('has the exit code of every call', () => {
    expect(ofType(entries, 'tool_result').map((each) => [each.exit_code, each.is_error])).toEqual([
      [0, false],
      [0, false],
      [0, false],
      [0, false],
    ]);
  });

  const result = (output: unknown, ended?: object) => {
    const line = (type: string, payload: object) => ({ timestamp: 'then', type, payload });
    return read(codexRollout, [
      ...(ended ? [line('event_msg', ended)] : []),
      line('response_item', { type: 'function_call_output', call_id: 'a', output }),
    ]).entries[0];
  };
  const item = (fields: object) => ({ type: 'item_completed', item: { id: 'a', ...fields } });

  test.each([
    { output: 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\n', code: 2, why: 'a command' },
    { output: 'Exit code: 1\nWall time: 0 seconds\nOutput:\nno', code: 1, why: 'a patch or an older shell' },
    { output: 'Wall time: 0.0 seconds\nOutput:\nExit code: 1\nWall time: 0 seconds\nOutput:\n', code: 1, why: 'both' },
    { output: '{"output":"no","metadata":{"exit_code":127,"duration_seconds":0.1}}', code: 127, why: 'older still' },
    { output: 'Exit code: -1\nWall time: 9 seconds\nOutput:\n', code: -1, why: 'a signal' },
    {
      output: 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nExit code: 1\nWall time: 0',
      code: 0,
      why: 'what a command prints is not looked at',
    },
    {
      output: 'Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n',
      code: undefined,
      why: 'it runs on',
    },
    { output: 'Exit code: 1 is what I expect', code: undefined, why: 'it is no heading' },
    { output: '{"exit_code":', code: undefined, why: 'it is cut' },
  ])('finds exit code $code in an output: $why', ({ output, code }) => {
    expect(result(output)?.exit_code).toBe(code);
    expect(result(output)?.is_error).toBe((code ?? 0) !== 0);
  });

  test.each([
    { output: 'no', ended: item({ status: 'failed', exit_code: 3 }), error: true, why: 'its event says so' },
    { output: 'no', ended: item({ status: 'declined' }), error: true, why: 'it was declined' },
    { output: 'no', ended: { type: 'patch_apply_end', call_id: 'a', success: false }, error: true, why: 'no success' },
    { output: 'no', ended: { type: 'mcp_tool_call_end', call_id: 'a', result: { Err: 'x' } }, error: true, why: 'MCP' },
    { output: { content: 'no', success: false }, error: true, why: 'older versions have a flag' },
    { output: 'apply_patch verification failed: no such lines', error: true, why: 'it did not run' },
    { output: 'aborted by user after 3.2s', error: true, why: 'it was aborted' },
    { output: [{ type: 'input_text', text: 'ok' }, { type: 'input_image' }], error: false, why: 'parts are fine' },
    { output: 'the patch failed, it said', error: false, why: 'words are no error' },
  ])('$output is an error: $error, as $why', ({ output, ended, error }) => {
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
  ])('calls a $type by its name, $tool', ({ tool, ...payload }) => {
    const found = read(codexRollout, [{ timestamp: 'then', type: 'response_item', payload }]);
    expect(found.unknown).toEqual([]);
    expect(found.entries[0]).toMatchObject({ type: 'tool_use', tool, tool_id: 'a', at: 'then' });
    expect(found.entries[0]?.input).toBeDefined();
  });

  test('says what it does not know', () => {
    const line = (type: string, payload: object) => ({ timestamp: '', type, payload });
    const lines = [line('new_line', {}), line('event_msg', { type: 'new' }), line('response_item', { type: 'new' })];
    expect(read(codexRollout, lines).unknown).toEqual(['line new_line', 'event new', 'response item new']);
  });
});

describe('a stream', () => {
  test('has one use and one result for what is started and completed', () => {
    expect(readFile('codex/apply_patch-gpt-5.5.exec.jsonl').entries).toEqual([
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

  test('has its errors once, with the status of HTTP where there is one', () => {
    expect(ofType(readFile('codex/http-401.exec.jsonl').entries, 'error')).toMatchObject([
      { text: expect.stringMatching(/^Reconnecting/), status: 401 },
      { text: expect.stringMatching(/^unexpected status/), status: 401 },
    ]);
    expect(ofType(readFile('codex/http-429.exec.jsonl').entries, 'error')).toMatchObject([{ status: 429 }]);
    expect(ofType(readFile('codex/basic.exec.jsonl').entries, 'error')).toEqual([]);
  });

  const item = (type: string, fields: object) => ({ type: `item.${type}`, item: { id: 'a', ...fields } });
  const command = { type: 'command_execution', command: 'false', aggregated_output: 'no' };
  const mcp = { type: 'mcp_tool_call', server: 'docs', tool: 'get', arguments: { page: 1 } };

  test.each([
    { items: [item('started', command)], uses: 1, errors: [], why: 'it never ended' },
    { items: [item('completed', { ...command, exit_code: 1 })], uses: 1, errors: [true], why: 'it was never started' },
    { items: [item('started', command), item('updated', command)], uses: 1, errors: [], why: 'updates are repeats' },
    { items: [item('completed', { ...command, status: 'declined' })], uses: 1, errors: [true], why: 'it was declined' },
    {
      items: [item('completed', { ...mcp, status: 'failed', error: { message: 'no' } })],
      uses: 1,
      errors: [true],
      why: 'MCP',
    },
    { items: [item('completed', { type: 'todo_list', items: [] })], uses: 1, errors: [false], why: 'a plan is a tool' },
  ])('has $uses use and results $errors: $why', ({ items, uses, errors }) => {
    const { entries, unknown } = read(codexExec, items);
    expect(ofType(entries, 'tool_use')).toHaveLength(uses);
    expect(ofType(entries, 'tool_result').map(({ is_error }) => is_error)).toEqual(errors);
    expect(unknown).toEqual([]);
  });

  test('says what it does not know', () => {
    const lines = [{ type: 'turn.new' }, item('started', { type: 'new' }), item('completed', { type: 'new' }), 5];
    expect(read(codexExec, lines).unknown).toEqual(['line turn.new', 'item new', 'line nothing']);
  });
});

const recorded = (kind: string) => ALL.filter((path) => path.startsWith('recorded/codex/') && path.includes(kind));

describe.each(ALL)('of %s', (path) => {
  test.each([
    { reader: codexRollout, own: [...ROLLOUTS, ...recorded('.session.')] },
    { reader: codexExec, own: [...STREAMS, ...recorded('.stream.')] },
  ])('$reader.format recognises all lines or none', ({ reader, own }) => {
    const recognised = recordsOf(path).map((record) => reader.recognises(record));
    expect(new Set(recognised)).toEqual(new Set([own.includes(path)]));
  });
});

describe.each([
  { reader: codexRollout, own: ROLLOUTS },
  { reader: codexExec, own: STREAMS },
])('whatever is wrong in a $reader.format', ({ reader, own }) => {
  // with names that break a careless conversion to text
  const junk = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom({ toString: 1, valueOf: 1 }, { length: 2 }, [[null]], Number.MAX_VALUE),
  );
  const damaged = (value: unknown): fc.Arbitrary<unknown> => {
    if (typeof value !== 'object' || value === null)
      return fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, junk);
    const fields = fc.tuple(
      ...Object.values(value).map((each) => fc.option(damaged(each), { nil: undefined, freq: 12 })),
    );
    const rebuilt = fields.map((each) =>
      Array.isArray(value) ? each : Object.fromEntries(Object.keys(value).map((key, i) => [key, each[i]])),
    );
    return fc.oneof({ weight: 19, arbitrary: rebuilt }, junk);
  };

  test.each(own)('%s never throws, and its entries are entries', (path) => {
    fc.assert(
      fc.property(fc.tuple(...recordsOf(path).map(damaged)), (records) => {
        for (const record of records) reader.recognises(record);
        for (const entry of read(reader, records).entries) TranscriptEntry.parse(entry);
      }),
      { numRuns: 30 },
    );
  });

  test('records of any kind in any order never throw', () => {
    const records = own.flatMap(recordsOf);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...records), junk)), (some) => {
        expect(() => read(reader, some)).not.toThrow();
      }),
    );
  });
});
