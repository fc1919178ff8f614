import { TranscriptEntry } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { collect, expectOnlyOwn, expectPaired, expectUnbreakable, read, recordsOf } from '../../test/reading.ts';
import { opencodeRun } from './opencode-run.ts';
import { opencodeSession } from './opencode-session.ts';

const BASIC = 'opencode/basic.run.jsonl';
const EXPORTED = 'opencode/delegated.export.json';
const REFUSED = 'opencode/http-401.export.json';

test('recognizes only its own lines', () => {
  expectOnlyOwn(opencodeRun, (path) => /^opencode\/.*\.run\.jsonl$/.test(path));
  expectOnlyOwn(opencodeSession, (path) => /^opencode\/.*\.export\.json$/.test(path));
});

test('a mutated recording never makes the reader throw or emit an invalid entry', () => {
  expectUnbreakable(opencodeRun, [BASIC]);
  expectUnbreakable(opencodeSession, [EXPORTED, REFUSED]);
});

const line = (type: string, fields: object) => ({ type, timestamp: 7, sessionID: 'ses_1', ...fields });
const finish = (reason: unknown, fields = {}) => line('step_finish', { part: { id: 'prt_1', reason, ...fields } });
const tool = (state: object) => line('tool_use', { part: { tool: 'bash', callID: 'a', state } });
const error = (name: string, data: object = {}) => line('error', { error: { name, data } });
const start = line('step_start', { part: {} });

describe('a recorded run', () => {
  const found = read(opencodeRun, BASIC);

  test('has no unknown lines', () => {
    expect(found.unknown).toEqual([]);
    for (const entry of found.entries) expect(TranscriptEntry.parse(entry)).toEqual(entry);
    expectPaired(found.entries);
    expect(found.total).toBeNull();
  });

  test('has messages and calls with timestamps', () => {
    expect(
      found.entries.map(({ type, at, tool, tool_id }) => [type, Date.parse(String(at)), tool, tool_id].filter(Boolean)),
    ).toEqual([
      ['assistant', 1794702144355],
      ['tool_use', 1794702144389, 'read', 'call_2_0'],
      ['tool_result', 1794702144791, 'call_2_0'],
      ['tool_use', 1794702144414, 'bash', 'call_2_1'],
      ['tool_result', 1794702145101, 'call_2_1'],
      ['assistant', 1794702145629],
      ['tool_use', 1794702145644, 'edit', 'call_3_0'],
      ['tool_result', 1794702145690, 'call_3_0'],
      ['tool_use', 1794702146088, 'bash', 'call_4_0'],
      ['tool_result', 1794702146239, 'call_4_0'],
      ['assistant', 1794702146442],
    ]);
  });

  test('has inputs, outputs and exit codes', () => {
    expect(found.entries.slice(3, 5)).toMatchObject([
      { input: { command: 'node test.js; echo rc=$?' } },
      { text: 'FAIL\nrc=1\n', exit_code: 0, is_error: false, status: 'completed' },
    ]);
    expect(found.entries[2]).not.toHaveProperty('exit_code');
  });

  test('has its session id, and usage and cost per step', () => {
    expect(found.facts).toEqual({ session_id: 'ses_e236aac58ffeb4XpvkGPFXZOUm' });
    expect([...found.responses.values()].map((usage) => Object.values(usage))).toEqual([
      [1000, 500, 0, 40],
      [1100, 500, 0, 41],
      [1200, 500, 0, 42],
      [1300, 500, 0, 43],
    ]);
    expect(found.cost).toBeCloseTo(0.002932, 9);
  });
});

describe('the end of a run', () => {
  const recorded = recordsOf(BASIC);
  const rejected = tool({ status: 'error', error: 'The user rejected permission to use this specific tool call.' });

  test.each([
    { status: 'completed', records: recorded, why: 'the last step stopped' },
    { status: 'interrupted', records: recorded.slice(0, -1), why: 'cut off during a step' },
    { status: 'interrupted', records: recorded.slice(0, -3), why: 'a step with tool calls is never the last' },
    { status: 'limit', records: [start, finish('length')], why: 'the answer was truncated' },
    { status: 'failed', records: [start, finish('content-filter')], why: 'the answer was withheld' },
    { status: 'unknown', records: [start, finish('other')], why: 'an unknown reason' },
    { status: 'unknown', records: [start, finish(undefined)], why: 'no reason is given' },
    { status: 'failed', records: [start, error('APIError', { message: 'no', statusCode: 401 })], why: 'an error' },
    { status: 'interrupted', records: [start, error('MessageAbortedError')], why: 'it was aborted' },
    { status: 'limit', records: [start, error('MessageOutputLengthError')], why: 'the answer was too long' },
    { status: 'denied', records: [start, rejected, finish('tool-calls')], why: 'a rejection stops the run' },
    { status: 'denied', records: [start, rejected, finish('stop')], why: 'the run continues without the tool' },
  ])('is $status: $why', ({ status, records }) => {
    expect(collect(opencodeRun, records)).toMatchObject({ end: { status }, unknown: [] });
  });
});

describe('a line', () => {
  test.each([
    {
      state: { status: 'error', error: 'File not found' },
      is_error: true,
      text: 'File not found',
      why: 'the tool failed',
    },
    {
      state: { status: 'completed', output: 'no', metadata: { exit: 1 } },
      is_error: true,
      text: 'no',
      why: 'a nonzero exit code',
    },
    {
      state: { status: 'completed', output: 'ok', metadata: { exit: null } },
      is_error: false,
      text: 'ok',
      why: 'no exit code',
    },
  ])('has a result that is an error: $is_error ($why)', ({ state, is_error, text }) => {
    expect(collect(opencodeRun, [tool(state)]).entries[1]).toMatchObject({
      type: 'tool_result',
      tool_id: 'a',
      at: '1970-01-01T00:00:00.007Z',
      is_error,
      text,
    });
  });

  test('of an error keeps its message and HTTP status', () => {
    expect(collect(opencodeRun, [error('APIError', { message: 'no', statusCode: 401 })]).entries).toEqual([
      { type: 'error', text: 'no', status: 401, at: '1970-01-01T00:00:00.007Z' },
    ]);
  });

  test('of a step counts reasoning as output, and a repeated step once', () => {
    const step = finish('stop', {
      cost: 0.5,
      tokens: { input: 1, output: 2, reasoning: 4, cache: { read: 8, write: 16 } },
    });
    const found = collect(opencodeRun, [step, step]);
    expect([...found.responses.values()].map((usage) => Object.values(usage))).toEqual([[25, 8, 16, 6]]);
    expect(found.cost).toBe(0.5);
  });

  test('of a step with cost 0 has no cost, because the price is unknown', () => {
    expect(collect(opencodeRun, [finish('stop', { cost: 0 })]).cost).toBeNull();
  });

  test('of an unknown type is reported', () => {
    expect(collect(opencodeRun, [line('new', {}), null]).unknown).toEqual(['line new', 'line nothing']);
  });
});

describe('an exported session', () => {
  const found = read(opencodeSession, EXPORTED);
  const streamed = read(opencodeRun, 'opencode/delegated.run.jsonl');

  test('has what its stream has, and the prompt, thoughts, model and version', () => {
    expect(found.unknown).toEqual([]);
    for (const entry of found.entries) expect(TranscriptEntry.parse(entry)).toEqual(entry);
    expectPaired(found.entries);
    const [prompt, thought, ...others] = found.entries;
    expect([prompt?.type, thought?.text]).toEqual(['user', 'Look first.']);
    expect(others).toEqual(streamed.entries);
    expect(found.responses).toEqual(streamed.responses);
    expect(found.end).toEqual(streamed.end);
    expect(found.facts).toEqual({ ...streamed.facts, model: 'model', agent_version: '1.18.18' });
  });

  test('says that the work of its sub-agents is elsewhere', () => {
    expect(found.warnings).toEqual([expect.stringContaining('1 call of a sub-agent')]);
  });

  test('that the model service refused has failed', () => {
    const refused = read(opencodeSession, REFUSED);
    expect(refused).toMatchObject({ end: { status: 'failed', reason: 'invalid key' }, unknown: [] });
    expect(refused.entries.at(-1)).toMatchObject({ type: 'error', text: 'invalid key', status: 401 });
  });

  const message = (info: object, ...parts: object[]) => ({ info, parts });
  const session = (...messages: object[]) => collect(opencodeSession, [{ info: { projectID: 'p' }, messages }]);

  test.each([
    { status: 'interrupted', parts: [], why: 'nothing was answered' },
    { status: 'interrupted', parts: [{ type: 'step-start' }], why: 'it stops during a step' },
    {
      status: 'interrupted',
      parts: [{ type: 'step-start' }, { type: 'tool', tool: 'bash', state: { status: 'running', input: {} } }],
      why: 'a command still runs',
    },
    { status: 'completed', parts: [{ type: 'step-finish', reason: 'stop' }], why: 'the last step stopped' },
  ])('is $status: $why', ({ status, parts }) => {
    const { end, entries } = session(message({ role: 'assistant' }, ...parts));
    expect(end.status).toBe(status);
    expect(entries.filter(({ type }) => type === 'tool_result')).toEqual([]);
  });

  test('is denied only if the last request was', () => {
    const error = 'The user rejected permission to use this specific tool call.';
    const rejected = { type: 'tool', tool: 'bash', callID: 'a', state: { status: 'error', input: {}, error } };
    const stopped = { type: 'step-finish', reason: 'stop' };
    const first = message({ role: 'assistant' }, rejected, stopped);
    expect(session(first).end.status).toBe('denied');
    const next = [message({ role: 'user' }, { type: 'text', text: 'go on' }), message({ role: 'assistant' }, stopped)];
    expect(session(first, ...next).end.status).toBe('completed');
  });

  test('has only what the person wrote as prompts, and counts what it does not know', () => {
    const { entries, unknown } = session(
      message(
        { role: 'user' },
        { type: 'text', text: 'fix it' },
        { type: 'text', text: 'the file has 3 lines', synthetic: true },
        { type: 'file', url: 'data:,' },
        { type: 'song' },
      ),
      message({ role: 'director' }, { type: 'text' }),
    );
    expect(entries).toEqual([{ type: 'user', text: 'fix it' }]);
    expect(unknown).toEqual(['part song', 'message of director']);
  });
});
