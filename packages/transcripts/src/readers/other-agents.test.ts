import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TranscriptEnd, TranscriptEntry, Usage } from '@assay/schema';
import type { Json } from '@assay/schema/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOutcomes } from '../result-outcome.ts';
import type { TranscriptReader } from '../transcript-reader.ts';
import { copilotEvents } from './copilot-events.ts';
import { cursorStream } from './cursor-stream.ts';
import { inspectLog } from './inspect-log.ts';
import { miniSweAgent } from './mini-swe-agent.ts';
import { openhandsEvents } from './openhands-events.ts';
import { sweAgent } from './swe-agent.ts';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures/transcripts/', import.meta.url));

const READER_OF: Record<string, TranscriptReader> = {
  cursor: cursorStream,
  copilot: copilotEvents,
  openhands: openhandsEvents,
  'swe-agent': sweAgent,
  'mini-swe-agent': miniSweAgent,
  inspect: inspectLog,
};

const FILES = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(jsonl?|traj)$/.test(name) && statSync(join(FIXTURES, name)).isFile())
  .sort();
const OURS = FILES.filter((name) => Object.hasOwn(READER_OF, folderOf(name)));

function folderOf(name: string): string {
  return name.split(sep)[0] ?? '';
}

function readerOf(name: string): TranscriptReader {
  const reader = READER_OF[folderOf(name)];
  if (reader === undefined) throw new Error(`expected a folder with a reader, found ${name}`);
  return reader;
}

function recordsOf(name: string): Json[] {
  const content = readFileSync(join(FIXTURES, name), 'utf8');
  if (!name.endsWith('.jsonl')) return [JSON.parse(content)];
  return content.split('\n').flatMap((line) => {
    try {
      return line.trim() === '' ? [] : [JSON.parse(line)];
    } catch {
      // recordings of killed agents may end inside a line
      return [];
    }
  });
}

interface Read {
  entries: TranscriptEntry[];
  facts: Record<string, string>;
  usages: Map<string, Usage>;
  total: Usage | null;
  cost: number | null;
  end: TranscriptEnd | null;
  unknown: string[];
  warnings: string[];
}

function collect(reader: TranscriptReader, records: readonly Json[]): Read {
  const read: Read = {
    entries: [],
    facts: {},
    usages: new Map(),
    total: null,
    cost: null,
    end: null,
    unknown: [],
    warnings: [],
  };
  const withOutcome = createOutcomes();
  const reading = reader.open({
    entry: (entry) => read.entries.push(withOutcome(entry)),
    identify: (facts) => Object.assign(read.facts, { ...facts, ...read.facts }),
    waited: () => undefined,
    usage: (key, usage) => read.usages.set(key, usage),
    totalUsage: (usage) => {
      read.total = usage;
    },
    cost: (usd) => {
      read.cost = usd;
    },
    end: (status, reason) => {
      read.end = { status, reason };
    },
    unknown: (kind) => read.unknown.push(kind),
    repaired: () => undefined,
    warn: (sentence) => read.warnings.push(sentence),
  });
  for (const record of records) reading.read(record);
  reading.end?.();
  return read;
}

const readFixture = (name: string): Read => collect(readerOf(name), recordsOf(name));

/** A tool use and its result in short form, to compare. */
const pairsOf = ({ entries }: Read) =>
  entries
    .filter(({ type }) => type === 'tool_use')
    .map(({ tool, tool_id }) => {
      const results = entries.filter((entry) => entry.type === 'tool_result' && entry.tool_id === tool_id);
      const [result] = results;
      if (result === undefined || results.length > 1) return [tool, tool_id, results.length];
      return [tool, tool_id, result.is_error, result.exit_code ?? null];
    });

const said = ({ entries }: Read) => entries.filter(({ type }) => type === 'assistant').map(({ text }) => text);

const sumOf = ({ total, usages }: Read) => {
  const all = total === null ? [...usages.values()] : [total];
  const sum = (field: keyof Usage) => all.reduce((so_far, usage) => so_far + usage[field], 0);
  return [sum('input_tokens'), sum('cached_input_tokens'), sum('cache_write_input_tokens'), sum('output_tokens')];
};

describe('the fixtures', () => {
  test('cover every reader with success and failure', () => {
    for (const folder of Object.keys(READER_OF)) {
      const names = OURS.filter((name) => folderOf(name) === folder).join(' ');
      expect(names).toMatch(/success.*/);
      expect(names).toMatch(/failure.*/);
    }
  });

  test.each(OURS)('%s: every record is recognized and read, and every entry is valid', (name) => {
    const reader = readerOf(name);
    for (const record of recordsOf(name)) expect(reader.recognizes(record), JSON.stringify(record)).toBe(true);
    const read = readFixture(name);
    expect(read.unknown).toEqual([]);
    expect(read.entries.length).toBeGreaterThan(0);
    for (const entry of read.entries) TranscriptEntry.parse(entry);
    for (const usage of [...read.usages.values(), ...(read.total === null ? [] : [read.total])]) Usage.parse(usage);
  });

  test.each(FILES)('%s is not recognized by readers of other formats', (name) => {
    for (const [folder, reader] of Object.entries(READER_OF)) {
      if (folder === folderOf(name)) continue;
      const taken = recordsOf(name).filter((record) => reader.recognizes(record));
      expect(taken, `${reader.format} takes them`).toEqual([]);
    }
  });
});

describe('the end of a run', () => {
  test.each([
    { name: 'cursor/success.stream.jsonl', status: 'completed', why: 'the result reports success' },
    { name: 'cursor/failure.stream.jsonl', status: 'failed', why: 'the result is an error' },
    { name: 'cursor/denied.stream.jsonl', status: 'denied', why: 'a success whose tool was rejected' },
    { name: 'cursor/cut.stream.jsonl', status: 'interrupted', why: 'no result' },
    { name: 'copilot/success.events.jsonl', status: 'completed', why: 'a routine shutdown after an answer' },
    { name: 'copilot/failure.events.jsonl', status: 'failed', why: 'a routine shutdown after an error' },
    { name: 'copilot/limit.events.jsonl', status: 'limit', why: 'credits are used up' },
    { name: 'copilot/aborted.events.jsonl', status: 'interrupted', why: 'the user aborts' },
    { name: 'openhands/success.trajectory.json', status: 'completed', why: 'the state is finished' },
    { name: 'openhands/failure.trajectory.json', status: 'failed', why: 'the state is error' },
    { name: 'openhands/limit.trajectory.json', status: 'limit', why: 'an error whose reason is a limit' },
    { name: 'openhands/success.events.jsonl', status: 'completed', why: 'the status is finished' },
    { name: 'openhands/failure.events.jsonl', status: 'failed', why: 'an error of the conversation' },
    { name: 'openhands/limit.events.jsonl', status: 'limit', why: 'an error of the conversation that is a limit' },
    { name: 'openhands/denied.events.jsonl', status: 'denied', why: 'finished, with an action rejected' },
    { name: 'swe-agent/success.traj', status: 'completed', why: 'submitted' },
    { name: 'swe-agent/failure.traj', status: 'failed', why: 'the API gave up' },
    { name: 'swe-agent/limit.traj', status: 'limit', why: 'submitted automatically when the budget was used up' },
    { name: 'mini-swe-agent/success.traj.json', status: 'completed', why: 'submitted' },
    { name: 'mini-swe-agent/failure.traj.json', status: 'failed', why: 'an exception' },
    { name: 'mini-swe-agent/limit.traj.json', status: 'limit', why: 'the budget is used up' },
    { name: 'mini-swe-agent/responses.traj.json', status: 'interrupted', why: 'saved while running' },
    { name: 'inspect/success.json', status: 'completed', why: 'the log reports success' },
    { name: 'inspect/failure.json', status: 'failed', why: 'the sample has an error' },
    { name: 'inspect/limit.json', status: 'limit', why: 'the log reports success, the sample a limit' },
    { name: 'inspect/denied.json', status: 'denied', why: 'a call was not approved' },
    { name: 'inspect/cancelled.json', status: 'interrupted', why: 'the log status is cancelled' },
  ])('$name is $status: $why', ({ name, status }) => {
    expect(readFixture(name).end?.status).toBe(status);
    expect(readFixture(name).end?.reason).not.toBe('');
  });
});

describe('tool uses', () => {
  test.each([
    {
      name: 'cursor/success.stream.jsonl',
      why: 'a failure has an exit code, a success may have none',
      pairs: [
        ['shellToolCall', 'tool_1', true, 1],
        ['readToolCall', 'tool_2', false, null],
        ['editToolCall', 'tool_3', false, null],
        ['mcp__docs__find', 'tool_4', false, null],
      ],
    },
    {
      name: 'copilot/success.events.jsonl',
      why: 'a failed command is a success of its tool; its exit code is in the text or a block',
      pairs: [
        ['bash', 'call_1', false, 1],
        ['task', 'call_2', false, null],
        ['view', 'call_3', true, null],
        ['bash', 'call_4', false, 0],
      ],
    },
    {
      name: 'openhands/success.trajectory.json',
      why: 'matched by cause if a call has no id; -1 is not an exit code',
      pairs: [
        ['execute_bash', 'toolu_1', true, 1],
        ['str_replace_editor', 'toolu_2', false, null],
        ['str_replace_editor', 'toolu_3', true, null],
        ['run', '11', false, null],
      ],
    },
    {
      name: 'openhands/success.events.jsonl',
      why: 'an unparseable call is answered by an error',
      pairs: [
        ['terminal', 'call_a', true, 1],
        ['terminal', 'call_b', true, null],
        ['finish', 'call_c', false, null],
      ],
    },
    {
      name: 'swe-agent/success.traj',
      why: 'the ids of the calls, and a test that failed',
      pairs: [
        ['bash', 'call_1', true, null],
        ['submit', 'call_2', false, null],
      ],
    },
    {
      name: 'swe-agent/headings.traj',
      why: 'an error follows the heading of its result',
      pairs: [
        ['str_replace_editor', 'call_1', true, null],
        ['bash', 'call_2', true, null],
        ['submit', 'call_3', false, null],
      ],
    },
    {
      name: 'swe-agent/failure.traj',
      why: 'an action in text gets an id by position',
      pairs: [['bash', 'turn 3', false, null]],
    },
    {
      name: 'mini-swe-agent/success.traj.json',
      why: 'an exception has no exit code, and the submitting command succeeded',
      pairs: [
        ['bash', 'call_1', true, 1],
        ['bash', 'call_2', true, null],
        ['bash', 'call_3', false, 0],
      ],
    },
    {
      name: 'mini-swe-agent/responses.traj.json',
      why: 'the Responses API of OpenAI',
      pairs: [['bash', 'call_1', false, 0]],
    },
    {
      name: 'mini-swe-agent/text.traj.json',
      why: 'before version 2 everything is in the text, and the submission has no exit code',
      pairs: [
        ['bash', 'message 2 action 0', true, 1],
        ['bash', 'message 4 action 0', false, 0],
      ],
    },
    {
      name: 'inspect/success.json',
      why: 'parallel calls are answered one by one',
      pairs: [
        ['bash', 'toolu_1', true, null],
        ['bash', 'toolu_2', true, null],
      ],
    },
  ])('$name: $why', ({ name, pairs }) => {
    expect(pairsOf(readFixture(name))).toEqual(pairs);
  });
});

describe('tokens and money', () => {
  test.each([
    {
      name: 'cursor/success.stream.jsonl',
      sum: [4600, 3000, 400, 180],
      cost: null,
      why: 'three separate kinds of input',
    },
    {
      name: 'cursor/cut.stream.jsonl',
      sum: [0, 0, 0, 0],
      cost: null,
      why: 'only the result has tokens, and there is none',
    },
    { name: 'copilot/success.events.jsonl', sum: [6000, 3000, 1500, 250], cost: null, why: 'all models; no dollars' },
    { name: 'openhands/success.trajectory.json', sum: [10000, 8000, 1500, 350], cost: 0.04, why: 'the last total' },
    { name: 'openhands/success.events.jsonl', sum: [7500, 4000, 1500, 350], cost: 0.06, why: 'the last of each model' },
    { name: 'swe-agent/success.traj', sum: [5200, 0, 0, 310], cost: 0.12, why: 'sent and received' },
    { name: 'swe-agent/failure.traj', sum: [0, 0, 0, 0], cost: null, why: 'a cost of 0 is unknown' },
    {
      name: 'mini-swe-agent/success.traj.json',
      sum: [5300, 3900, 300, 140],
      cost: 0.04,
      why: 'includes unusable responses',
    },
    {
      name: 'mini-swe-agent/responses.traj.json',
      sum: [900, 100, 0, 70],
      cost: 0.01,
      why: 'the Responses API of OpenAI',
    },
    { name: 'inspect/success.json', sum: [3300, 2000, 300, 120], cost: 0.021, why: 'one sample, without the grader' },
    {
      name: 'inspect/denied.json',
      sum: [3300, 2000, 300, 120],
      cost: null,
      why: 'usage of the log, for its only sample',
    },
  ])('$name: $why', ({ name, sum, cost }) => {
    const read = readFixture(name);
    expect(sumOf(read)).toEqual(sum);
    if (cost === null) expect(read.cost).toBeNull();
    else expect(read.cost).toBeCloseTo(cost, 10);
  });
});

describe('who ran', () => {
  test.each([
    {
      name: 'cursor/success.stream.jsonl',
      facts: { session_id: '5d0c1f0e-6a3b-4a55-9b42-0f5f3f1f7c01', model: 'Composer 2.5' },
    },
    {
      name: 'copilot/success.events.jsonl',
      facts: {
        session_id: '9f3d2a10-1111-4222-8333-444455556666',
        agent_version: '1.0.81',
        model: 'claude-sonnet-4.6',
      },
    },
    {
      name: 'openhands/success.trajectory.json',
      facts: { agent_version: '0.62.0', model: 'claude-sonnet-4-5-20250929' },
    },
    {
      name: 'openhands/success.events.jsonl',
      facts: { session_id: 'c0ffee00-0000-4000-8000-000000000001', model: 'anthropic/claude-sonnet-4-5' },
    },
    { name: 'swe-agent/success.traj', facts: { agent_version: '1.1.0', model: 'claude-sonnet-4-20250514' } },
    {
      name: 'mini-swe-agent/success.traj.json',
      facts: { agent_version: '2.4.6', model: 'anthropic/claude-sonnet-4-5-20250929' },
    },
    {
      name: 'inspect/success.json',
      facts: { session_id: 'smp-uuid-1', agent_version: '0.3.260', model: 'anthropic/claude-sonnet-4-5' },
    },
  ])('$name', ({ name, facts }) => {
    expect(readFixture(name).facts).toEqual(facts);
  });
});

describe('timestamps', () => {
  test.each([
    { name: 'cursor/success.stream.jsonl', first: '2026-11-15T10:00:01.000Z', why: 'milliseconds since 1970' },
    { name: 'copilot/success.events.jsonl', first: '2026-11-15T10:00:06.000Z', why: 'ISO 8601' },
    { name: 'openhands/success.trajectory.json', first: '2025-11-20T10:00:05.123456', why: 'without a time zone' },
    { name: 'openhands/success.events.jsonl', first: '2026-08-20T10:00:03.123456', why: 'without a time zone' },
    { name: 'swe-agent/success.traj', first: undefined, why: 'the format has none' },
    { name: 'mini-swe-agent/success.traj.json', first: '2025-11-15T09:46:40.250Z', why: 'seconds since 1970' },
    { name: 'inspect/success.json', first: '2026-11-15T10:00:05.500000+00:00', why: 'from the event of the call' },
  ])('of the first tool use in $name are correct: $why', ({ name, first }) => {
    expect(readFixture(name).entries.find(({ type }) => type === 'tool_use')?.at).toBe(first);
  });
});

describe('messages', () => {
  test.each([
    {
      name: 'cursor/partial.stream.jsonl',
      why: 'pieces that are repeated as a whole are one message',
      texts: ['I run the test.', 'It passes.'],
    },
    {
      name: 'cursor/success.stream.jsonl',
      why: 'pieces of a thought are one thought',
      texts: ['Run the test first.', 'I run the test.', 'add() adds now.'],
    },
    {
      name: 'copilot/success.events.jsonl',
      why: 'thoughts come first, and an empty message is skipped',
      texts: ['The test tells more.', 'I run the test.', 'Mended.'],
    },
    {
      name: 'swe-agent/success.traj',
      why: 'demonstrations are skipped',
      texts: ['I run the test.', 'Mended; I submit.'],
    },
    {
      name: 'mini-swe-agent/responses.traj.json',
      why: 'items of a response are one message',
      texts: ['Run it.\nI run the test.'],
    },
  ])('in $name: $why', ({ name, texts }) => {
    expect(said(readFixture(name))).toEqual(texts);
  });

  test('a sub-agent of Copilot has the tool use that started it as its lane', () => {
    const { entries } = readFixture('copilot/success.events.jsonl');
    expect(entries.filter(({ lane }) => lane !== undefined).map(({ lane, tool_id }) => [lane, tool_id])).toEqual([
      ['call_2', 'call_3'],
      ['call_2', 'call_3'],
    ]);
  });

  test('resolves long texts of Inspect and reports skipped samples', () => {
    const { entries, warnings } = readFixture('inspect/success.json');
    expect(entries.find(({ tool_id, type }) => type === 'tool_result' && tool_id === 'toolu_1')?.text).toBe(
      'not ok 1 - adds',
    );
    expect(warnings).toContain('2 further samples of the log were skipped');
  });
});

describe('invalid records', () => {
  test.each([
    { folder: 'cursor', record: { type: 'nova' }, kind: 'line nova' },
    { folder: 'copilot', record: { type: 'session.nova', data: {} }, kind: 'event session.nova' },
    { folder: 'openhands', record: { kind: 'NovaEvent' }, kind: 'event NovaEvent' },
    { folder: 'openhands', record: { action: 'nova' }, kind: 'action nova' },
    { folder: 'openhands', record: { observation: 'nova' }, kind: 'observation nova' },
    { folder: 'swe-agent', record: { history: [{ role: 'nova' }] }, kind: 'message of nova' },
    { folder: 'mini-swe-agent', record: { messages: [{ role: 'nova' }] }, kind: 'message of nova' },
    { folder: 'inspect', record: { samples: [{ messages: [{ role: 'nova' }] }] }, kind: 'message of nova' },
  ])('reports $kind', ({ folder, record, kind }) => {
    expect(collect(readerOf(folder), [record]).unknown).toEqual([kind]);
  });

  test.each(OURS)('%s, cut and mutated at random, never throws and yields only valid entries', (name) => {
    const reader = readerOf(name);
    const records = recordsOf(name);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { minLength: 1, maxLength: 6 }), (changes) => {
        const changed = changes.reduce((so_far, [place, value]) => replaceAt(so_far, place, value), records as Json);
        const read = collect(reader, Array.isArray(changed) ? changed : [changed]);
        for (const record of Array.isArray(changed) ? changed : [changed]) reader.recognizes(record);
        for (const entry of read.entries) TranscriptEntry.parse(entry);
        if (read.cost !== null) expect(read.cost).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 25 },
    );
  });

  test.each(Object.entries(READER_OF))('%s reads any value without throwing', (_, reader) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        reader.recognizes(value);
        collect(reader, [value, { toString: null, type: { toString: 1 }, status: { toString: 1 } }]);
      }),
    );
  });
});

/** The value with one of its nested values replaced or removed. */
function replaceAt(root: Json, place: number, value: Json): Json {
  const copy = structuredClone(root);
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (holder: Json): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [key, inner] of Object.entries(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      walk(inner);
    }
  };
  walk(copy);
  const chosen = places[place % Math.max(1, places.length)];
  if (chosen === undefined) return value;
  if (place % 3 === 0) delete chosen.holder[chosen.key];
  else chosen.holder[chosen.key] = value;
  return copy;
}
