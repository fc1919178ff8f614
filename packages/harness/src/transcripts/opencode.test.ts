import { readdirSync, readFileSync } from 'node:fs';
import { TranscriptEntry, type Usage } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Recorder } from '../transcript-reader.ts';
import { opencodeRun } from './opencode-run.ts';

const FIXTURES = new URL('../../../../fixtures/transcripts/', import.meta.url);
const ALL = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((path) => /\.jsonl?$/.test(path));
const BASIC = 'opencode/basic.run.jsonl';

function recordsOf(path: string): unknown[] {
  const written = readFileSync(new URL(path, FIXTURES), 'utf8');
  const lines = path.endsWith('.json') ? [written] : written.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

function read(records: readonly unknown[]) {
  const found = {
    entries: [] as TranscriptEntry[],
    facts: {} as Record<string, string>,
    usage: new Map<string, Usage>(),
    cost: null as number | null,
    end: { status: 'unknown', reason: '' },
    unknown: [] as string[],
  };
  const recorder: Recorder = {
    entry: (entry) => found.entries.push(entry),
    identify: (facts) => Object.assign(found.facts, { ...facts, ...found.facts }),
    usage: (key, usage) => found.usage.set(key, usage),
    totalUsage: () => expect.unreachable('opencode tells no totals'),
    cost: (usd) => {
      found.cost = usd;
    },
    end: (status, reason) => {
      found.end = { status, reason };
    },
    unknown: (kind) => found.unknown.push(kind),
    repaired: () => undefined,
    warn: () => undefined,
  };
  const reading = opencodeRun.open(recorder);
  for (const record of records) reading.read(record);
  reading.end?.();
  return found;
}

const line = (type: string, fields: object) => ({ type, timestamp: 7, sessionID: 'ses_1', ...fields });
const finish = (reason: unknown, fields = {}) => line('step_finish', { part: { id: 'prt_1', reason, ...fields } });
const tool = (state: object) => line('tool_use', { part: { tool: 'bash', callID: 'a', state } });
const error = (name: string, data: object = {}) => line('error', { error: { name, data } });
const start = line('step_start', { part: {} });

describe('a recorded run', () => {
  const found = read(recordsOf(BASIC));

  test('is understood line by line', () => {
    expect(found.unknown).toEqual([]);
    for (const entry of found.entries) expect(TranscriptEntry.parse(entry)).toEqual(entry);
  });

  test('has what was said and called, with its times', () => {
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

  test('tells its session, and what each step used and cost', () => {
    expect(found.facts).toEqual({ session_id: 'ses_e236aac58ffeb4XpvkGPFXZOUm' });
    expect([...found.usage.values()].map((usage) => Object.values(usage))).toEqual([
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
    { status: 'completed', records: recorded, why: 'its last step stopped' },
    { status: 'interrupted', records: recorded.slice(0, -1), why: 'it stops during a step' },
    { status: 'interrupted', records: recorded.slice(0, -3), why: 'after a step with tool calls comes another' },
    { status: 'limit', records: [start, finish('length')], why: 'the answer was cut' },
    { status: 'failed', records: [start, finish('content-filter')], why: 'the answer was withheld' },
    { status: 'unknown', records: [start, finish('other')], why: 'nobody knows' },
    { status: 'unknown', records: [start, finish(undefined)], why: 'no reason is given' },
    { status: 'failed', records: [start, error('APIError', { message: 'no', statusCode: 401 })], why: 'an error' },
    { status: 'interrupted', records: [start, error('MessageAbortedError')], why: 'it was aborted' },
    { status: 'limit', records: [start, error('MessageOutputLengthError')], why: 'the answer was too long' },
    { status: 'denied', records: [start, rejected, finish('tool-calls')], why: 'a rejection stops the run' },
    { status: 'denied', records: [start, rejected, finish('stop')], why: 'or it goes on without the tool' },
  ])('is $status: $why', ({ status, records }) => {
    expect(read(records)).toMatchObject({ end: { status }, unknown: [] });
  });
});

describe('a line', () => {
  test.each([
    { state: { status: 'error', error: 'File not found' }, is_error: true, text: 'File not found', why: 'it failed' },
    {
      state: { status: 'completed', output: 'no', metadata: { exit: 1 } },
      is_error: true,
      text: 'no',
      why: 'its exit',
    },
    {
      state: { status: 'completed', output: 'ok', metadata: { exit: null } },
      is_error: false,
      text: 'ok',
      why: 'no exit',
    },
  ])('has a result that is an error: $is_error, as $why', ({ state, is_error, text }) => {
    expect(read([tool(state)]).entries[1]).toMatchObject({
      type: 'tool_result',
      tool_id: 'a',
      at: '1970-01-01T00:00:00.007Z',
      is_error,
      text,
    });
  });

  test('of an error keeps its message and the status of HTTP', () => {
    expect(read([error('APIError', { message: 'no', statusCode: 401 })]).entries).toEqual([
      { type: 'error', text: 'no', status: 401, at: '1970-01-01T00:00:00.007Z' },
    ]);
  });

  test('of a step counts reasoning as output, and a step that is repeated once', () => {
    const step = finish('stop', {
      cost: 0.5,
      tokens: { input: 1, output: 2, reasoning: 4, cache: { read: 8, write: 16 } },
    });
    const found = read([step, step]);
    expect([...found.usage.values()].map((usage) => Object.values(usage))).toEqual([[25, 8, 16, 6]]);
    expect(found.cost).toBe(0.5);
  });

  test('of a step that costs nothing tells no cost, as its model has no price', () => {
    expect(read([finish('stop', { cost: 0 })]).cost).toBeNull();
  });

  test('that is not known is told', () => {
    expect(read([line('new', {}), null]).unknown).toEqual(['line new', 'line nothing']);
  });
});

test.each(ALL)('of %s all lines are recognised or none', (path) => {
  const recognised = recordsOf(path).map((record) => opencodeRun.recognises(record));
  expect(new Set(recognised)).toEqual(new Set([path === BASIC]));
});

describe('whatever is wrong', () => {
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

  test('nothing throws, and entries are entries', () => {
    fc.assert(
      fc.property(fc.tuple(...recordsOf(BASIC).map(damaged)), (records) => {
        for (const record of records) opencodeRun.recognises(record);
        for (const entry of read(records).entries) TranscriptEntry.parse(entry);
      }),
    );
  });
});
