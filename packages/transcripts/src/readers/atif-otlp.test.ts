import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Transcript, TranscriptEntry, type Usage } from '@assay/schema';
import type { Json } from '@assay/schema/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createOutcomes } from '../result-outcome.ts';
import type { Recorder, TranscriptReader } from '../transcript-reader.ts';
import { writeAtif } from '../write-atif.ts';
import { atif } from './atif.ts';
import { otlpGenai } from './otlp-genai.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/transcripts');

function recordsOf(name: string): Json[] {
  const content = readFileSync(join(FIXTURES, name), 'utf8');
  if (!name.endsWith('.jsonl')) return [JSON.parse(content)];
  return content.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      // some recordings are cut off on purpose
      return [];
    }
  });
}

const filesOf = (folder = ''): string[] =>
  readdirSync(join(FIXTURES, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => join(folder, name));

interface Collected {
  entries: TranscriptEntry[];
  facts: Record<string, string>;
  usage: Usage | null;
  cost: number | null;
  end: string | null;
  unknown: string[];
  warnings: string[];
}

/** Collects everything a reader reports, by the rules of `Recorder`. */
function collect(reader: TranscriptReader, records: readonly Json[]): Collected {
  const all: Collected = { entries: [], facts: {}, usage: null, cost: null, end: null, unknown: [], warnings: [] };
  const responses = new Map<string, Usage>();
  let total: Usage | null = null;
  const withOutcome = createOutcomes();
  const recorder: Recorder = {
    entry: (entry) => all.entries.push(withOutcome(entry)),
    identify: (facts) => Object.assign(all.facts, { ...facts, ...all.facts }),
    waited: () => undefined,
    usage: (key, usage) => responses.set(key, usage),
    totalUsage: (usage) => {
      total = usage;
    },
    cost: (usd) => {
      all.cost = usd;
    },
    end: (status) => {
      all.end = status;
    },
    unknown: (kind) => all.unknown.push(kind),
    repaired: () => undefined,
    warn: (sentence) => all.warnings.push(sentence),
  };
  const reading = reader.open(recorder);
  for (const record of records) reading.read(record);
  reading.end?.();
  all.usage = total ?? (responses.size === 0 ? null : [...responses.values()].reduce(addUsage));
  return all;
}

const addUsage = (a: Usage, b: Usage): Usage => ({
  input_tokens: a.input_tokens + b.input_tokens,
  cached_input_tokens: a.cached_input_tokens + b.cached_input_tokens,
  cache_write_input_tokens: a.cache_write_input_tokens + b.cache_write_input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
});

const tokens = (input: number, cached: number, written: number, output: number): Usage => ({
  input_tokens: input,
  cached_input_tokens: cached,
  cache_write_input_tokens: written,
  output_tokens: output,
});

const readerOf = (name: string) => (name.startsWith('atif') ? atif : otlpGenai);
const mine = [...filesOf('atif'), ...filesOf('otlp')];

describe('facts about the run', () => {
  test.each([
    {
      file: 'atif/v1.0-success.json',
      facts: { agent: 'terminus-2', agent_version: '2.0.0', model: 'openai/gpt-5.5', session_id: 'session-v10' },
      usage: tokens(3200, 1800, 0, 110),
      cost: 0.0035,
      end: null,
      why: 'totals override the sum of steps; the end is unknown',
    },
    {
      file: 'atif/v1.4-failure.json',
      facts: { agent: 'claude-code', model: 'claude-sonnet-4-6', session_id: 'session-v14' },
      usage: tokens(4100, 3500, 400, 50),
      cost: 0.03,
      end: 'failed',
      why: 'without totals the steps are summed; an unknown version is ignored; the model comes from a step',
    },
    {
      file: 'atif/v1.6-continued.json',
      facts: { agent: 'gemini-cli', agent_version: '0.61.0', model: 'gemini-2.5-pro', session_id: 'session-v16' },
      usage: tokens(1500, 100, 0, 18),
      cost: 0.005,
      end: null,
      why: 'copied steps do not count',
    },
    {
      file: 'atif/v1.7-subagents.json',
      facts: {
        agent: 'claude-code',
        agent_version: '2.1.325',
        model: 'claude-sonnet-4-6',
        session_id: 'session-v17',
      },
      usage: tokens(2850, 1600, 300, 85),
      cost: 0.017,
      end: 'completed',
      why: 'the total excludes tokens of sub-agents but includes their cost',
    },
    {
      file: 'atif/v1.7-failure.json',
      facts: { agent: 'codex', agent_version: '0.166.0', model: 'gpt-5.5', session_id: 'traj-failed' },
      usage: tokens(400, 0, 0, 12),
      cost: null,
      end: 'limit',
      why: 'since 1.7 a trajectory may have no session',
    },
    {
      file: 'atif/v1.8-audio.json',
      facts: { agent: 'listener', agent_version: '1.0.0', model: 'gemini-2.5-pro', session_id: 'session-v18' },
      usage: tokens(90, 0, 0, 2),
      cost: null,
      end: null,
      why: 'reads a later minor version',
    },
    {
      file: 'otlp/agent-success.json',
      facts: { agent: 'coder', agent_version: '3.1.0', model: 'claude-sonnet-4-6', session_id: 'conv-1' },
      usage: tokens(3800, 1600, 300, 110),
      cost: null,
      end: 'completed',
      why: 'sums on agents repeat their models; the outer agent names the run',
    },
    {
      file: 'otlp/agent-failure.json',
      facts: {
        agent: 'runner',
        agent_version: '1.0.0',
        model: 'gpt-5.5',
        session_id: '5b8efff798038103d269b633813fc60c',
      },
      usage: tokens(100, 0, 0, 9),
      cost: 0.002,
      end: 'failed',
      why: 'an unnamed agent gets the service name; the span status decides the end',
    },
    {
      file: 'otlp/events-success.jsonl',
      facts: { agent: 'weather-bot', model: 'gpt-4-0613', session_id: '5b8efff798038103d269b633813fc60c' },
      usage: tokens(144, 0, 0, 69),
      cost: null,
      end: 'completed',
      why: 'without an agent the last response decides; older token names count too',
    },
  ])('$file: $why', ({ file, facts, usage, cost, end }) => {
    const read = collect(readerOf(file), recordsOf(file));
    expect(read).toMatchObject({ facts, usage, end, unknown: [] });
    expect(read.facts).toEqual(facts);
    if (cost === null) expect(read.cost).toBeNull();
    else expect(read.cost).toBeCloseTo(cost, 10);
  });
});

describe('every fixture', () => {
  test.each(mine)('%s is recognized and read, and its entries are valid', (file) => {
    const records = recordsOf(file);
    expect(records.every((record) => readerOf(file).recognizes(record))).toBe(true);
    const { entries, unknown } = collect(readerOf(file), records);
    expect(unknown).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((entry) => !TranscriptEntry.safeParse(entry).success)).toEqual([]);
  });

  test.each(mine)('%s: no result without a call, no duplicate call', (file) => {
    const { entries } = collect(readerOf(file), recordsOf(file));
    const ids = (type: string) => entries.filter((entry) => entry.type === type).map(({ tool_id }) => tool_id);
    expect(new Set(ids('tool_use')).size).toBe(ids('tool_use').length);
    expect(new Set(ids('tool_result')).size).toBe(ids('tool_result').length);
    for (const id of ids('tool_result')) expect(ids('tool_use')).toContain(id);
  });

  test('of another format is recognized by neither reader', () => {
    const others = filesOf().filter((name) => !mine.includes(name));
    expect(others.length).toBeGreaterThan(30);
    const taken = others.filter((file) =>
      recordsOf(file).some((record) => atif.recognizes(record) || otlpGenai.recognizes(record)),
    );
    expect(taken).toEqual([]);
  });

  test('of one format is not recognized by the reader of the other', () => {
    for (const file of mine)
      for (const record of recordsOf(file))
        expect((readerOf(file) === atif ? otlpGenai : atif).recognizes(record)).toBe(false);
  });
});

/** An entry on one line: role, lane and content. */
const brief = ({ type, lane, tool, tool_id, text }: TranscriptEntry): string =>
  [lane === undefined ? '' : `${lane}>`, type, tool, tool_id, type === 'tool_use' ? undefined : text]
    .filter((word) => word !== undefined && word !== '')
    .join(' ');

describe('entries', () => {
  test.each([
    {
      file: 'atif/v1.0-success.json',
      entries: [
        'system You work in a terminal.',
        'user Make the test pass.',
        'assistant The test names the function.',
        'assistant I look at the test first.',
        'tool_use bash call_1',
        'tool_result call_1 expect(sum(1, 2)).toBe(3)',
        'tool_use bash call_2',
        'tool_use bash call_3',
        'tool_result call_2',
        'tool_result call_3 1 passed',
        'assistant The test passes.',
      ],
      why: 'reasoning comes before the message, results after the calls',
    },
    {
      file: 'atif/v1.7-subagents.json',
      entries: [
        'user Where is x set?',
        'assistant I ask a helper.',
        'tool_use Task task_1',
        'task_1> user Find where x is set.',
        'task_1> tool_use Grep sub_1',
        'task_1> tool_result sub_1 a.ts:1',
        'task_1> assistant In a.ts.',
        'tool_result task_1 In a.ts.',
        'tool_use lint lint_1',
        'tool_result lint_1 clean',
        'system The context was compacted.',
        'assistant x is set in a.ts.',
      ],
      why: 'the lane of a sub-agent is the call whose result refers to it',
    },
    {
      file: 'atif/v1.6-continued.json',
      entries: [
        'user What is in this picture?\n[image]',
        'assistant I open it.',
        'tool_use read_file read_1',
        'tool_result read_1 [image]',
        'assistant A cat.',
      ],
      why: 'steps copied from an earlier trajectory are skipped',
    },
    {
      file: 'otlp/agent-success.json',
      entries: [
        'user Where is x set?',
        'system You write code.',
        'assistant A helper can look.',
        'assistant I ask a helper.',
        'tool_use explore call_1',
        'call_1> user find x',
        'call_1> tool_use grep sub_1',
        'call_1> tool_result sub_1 a.ts:1',
        'call_1> assistant In a.ts.',
        'tool_result call_1 In a.ts.',
        'assistant x is set in a.ts.',
      ],
      why: 'repeated history is read once; a result missing on its span comes from the next call',
    },
    {
      file: 'otlp/agent-failure.json',
      entries: [
        'user Run it.',
        'tool_use shell c1',
        'tool_result c1 no answer in 2 s',
        'error 500 Internal Server Error',
      ],
      why: 'a failed tool answers with its exception',
    },
    {
      file: 'otlp/events-success.jsonl',
      entries: [
        'system You are a helpful bot',
        'user What is the weather in Paris?',
        'tool_use get_weather call_9',
        'tool_result call_9 rainy, 57F',
        'assistant It rains in Paris.',
      ],
      why: 'spans are ordered across documents; a tool span without an id is matched by name',
    },
  ])('$file: $why', ({ file, entries }) => {
    expect(collect(readerOf(file), recordsOf(file)).entries.map(brief)).toEqual(entries);
  });

  const find = (file: string, tool_id: string, type = 'tool_result') =>
    collect(readerOf(file), recordsOf(file)).entries.find((entry) => entry.type === type && entry.tool_id === tool_id);

  test.each([
    { file: 'atif/v1.4-failure.json', id: 'toolu_1', is_error: true, why: 'the step marks its only result' },
    { file: 'atif/v1.4-failure.json', id: 'toolu_2', is_error: false, why: 'nothing marks it' },
    { file: 'atif/v1.7-failure.json', id: 'c1', is_error: true, exit_code: 1, why: 'the result has the exit code' },
    { file: 'atif/v1.7-failure.json', id: 'c2', is_error: false, exit_code: 0, why: 'a command that succeeded' },
    { file: 'otlp/agent-failure.json', id: 'c1', is_error: true, why: 'the status of the span' },
    { file: 'otlp/agent-success.json', id: 'call_1', is_error: false, why: 'an unset status is not an error' },
  ])('$file $id is an error: $is_error ($why)', ({ file, id, is_error, exit_code }) => {
    expect(find(file, id)).toMatchObject({ is_error, ...(exit_code === undefined ? {} : { exit_code }) });
  });

  test.each([
    { file: 'atif/v1.0-success.json', id: 'call_1', at: '2026-11-15T09:00:03.250Z', why: 'as written' },
    {
      file: 'atif/v1.7-subagents.json',
      id: 'task_1',
      at: '2026-11-15T09:00:08.000Z',
      why: 'the timestamp of the result overrides that of the step',
    },
    { file: 'otlp/agent-success.json', id: 'sub_1', at: '2026-11-15T09:00:03.500000Z', why: 'the end of its span' },
  ])('$file $id has its timestamp: $why', ({ file, id, at }) => {
    expect(find(file, id)?.at).toBe(at);
  });

  test('keeps microseconds of nanosecond timestamps, in order', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 4_102_444_800_000_000_000n }), (nanos) => {
        const span = (startTimeUnixNano: string) => ({
          spanId: startTimeUnixNano,
          startTimeUnixNano,
          attributes: [
            { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
            { key: 'gen_ai.tool.name', value: { stringValue: 'shell' } },
          ],
        });
        const spans = [span(String(nanos + 1_000_000n)), span(String(nanos))];
        const { entries } = collect(otlpGenai, [{ resourceSpans: [{ scopeSpans: [{ spans }] }] }]);
        const instants = entries.map(({ at }) => String(at));
        expect(instants).toEqual([...instants].sort());
        expect(instants[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
        const micros = BigInt(Date.parse(instants[0] ?? '')) * 1000n + BigInt(instants[0]?.slice(23, 26) ?? 0);
        expect(micros).toBe(nanos / 1000n);
      }),
    );
  });

  test.each([
    {
      attributes: { input_tokens: 100, 'cache_read.input_tokens': 60 },
      input: 100,
      why: 'input includes cached tokens',
    },
    {
      attributes: { input_tokens: 10, 'cache_read.input_tokens': 60 },
      input: 70,
      why: 'input smaller than cached excludes them',
    },
    { attributes: { input_tokens: 10, 'cache_write.input_tokens': 5 }, input: 10, why: 'input includes cache writes' },
  ])('$input input tokens: $why', ({ attributes, input }) => {
    const list = Object.entries({ ...attributes, output_tokens: 1 }).map(([key, intValue]) => ({
      key: `gen_ai.usage.${key}`,
      value: { intValue },
    }));
    const model = { key: 'gen_ai.request.model', value: { stringValue: 'm' } };
    const spans = [{ spanId: 'a', attributes: [model, ...list] }];
    // sent twice, counted once
    const record = { resourceSpans: [{ scopeSpans: [{ spans: [...spans, ...spans] }] }] };
    expect(collect(otlpGenai, [record, record]).usage?.input_tokens).toBe(input);
  });
});

/** The same document with some values replaced at any depth. */
function mutate(value: Json, pick: () => { hit: boolean; by: Json }): Json {
  const { hit, by } = pick();
  if (hit) return by;
  if (Array.isArray(value)) return value.map((one) => mutate(one, pick));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mutate(one, pick)]));
}

test.each(mine)('%s: keeps reading if parts are missing or wrong', (file) => {
  const records = recordsOf(file);
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(undefined, null, '', 0, -1, 1e308, '9'.repeat(19), {}, [], { toString: 1 }, [null], 'ATIF-v1.7'),
  );
  fc.assert(
    fc.property(fc.infiniteStream(odd), fc.infiniteStream(fc.integer({ min: 0, max: 30 })), (values, hits) => {
      const pick = () => ({ hit: hits.next().value === 0, by: values.next().value });
      const mutated = records.map((record) => mutate(record, pick));
      for (const record of mutated) readerOf(file).recognizes(record);
      const { entries, usage, cost } = collect(readerOf(file), mutated);
      expect(entries.filter((entry) => !TranscriptEntry.safeParse(entry).success)).toEqual([]);
      for (const tokens of Object.values(usage ?? {})) expect(tokens).toBeGreaterThanOrEqual(0);
      expect(cost ?? 0).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 60 },
  );
});

const instant = fc.oneof(
  fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('2026-11-15T09:00:00Z', '2026-11-15T09:00:00.123456Z', '2026-11-15T10:00:00+01:00'),
  fc.constantFrom('2026-02-30T09:00:00Z', 'yesterday', '', 1794733200, null),
);
const lane = fc.constantFrom('call-a', 'call-b', 'lane', '');
const toolId = fc.oneof(fc.constantFrom('call-a', 'call-b', 'call-1', 'call-2'), fc.constant(null));
// JSON cannot represent −0
const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
const sometimes = { requiredKeys: ['type'] as ['type'] };
const entry: fc.Arbitrary<TranscriptEntry> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('assistant' as const, 'user' as const, 'system' as const, 'error' as const),
      text: fc.option(fc.string()),
      at: instant,
      lane,
      status: fc.oneof(fc.integer(), fc.string()),
    },
    sometimes,
  ),
  fc.record(
    {
      type: fc.constant('tool_use' as const),
      tool: fc.string(),
      tool_id: toolId,
      input: json,
      at: instant,
      lane,
    },
    { requiredKeys: ['type', 'tool'] },
  ),
  fc.record(
    {
      type: fc.constant('tool_result' as const),
      tool_id: toolId,
      text: fc.option(fc.string()),
      is_error: fc.option(fc.boolean()),
      exit_code: fc.option(fc.integer()),
      status: fc.option(fc.oneof(fc.integer(), fc.constantFrom('error', 'failed', 'completed', ''))),
      at: instant,
      lane,
    },
    sometimes,
  ),
);
const usage = fc.record({
  input_tokens: fc.nat(),
  cached_input_tokens: fc.nat(),
  cache_write_input_tokens: fc.nat(),
  output_tokens: fc.nat(),
});
const transcript: fc.Arbitrary<Transcript> = fc.record({
  format: fc.constant('claude-session' as const),
  agent: fc.string({ minLength: 1 }),
  agent_version: fc.constantFrom('1.0.0', null),
  model: fc.constantFrom('claude-sonnet-4-6', null),
  session_id: fc.constantFrom('session', null),
  entries: fc.array(entry).map((all) => all.map((one, i) => ({ ...one, id: `e${i + 1}` }))),
  interactions: fc.constant([]),
  usage: fc.option(usage),
  cost_usd: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }).map((usd) => usd + 0)),
  cost_source: fc.constantFrom('reported' as const, null),
  started_at: fc.constant(null),
  wall_ms: fc.constant(null),
  end: fc.record({
    status: fc.constantFrom('completed' as const, 'failed' as const, 'limit' as const, 'unknown' as const),
    reason: fc.string(),
  }),
  counts: fc.constant({ records: 1, entries: 0, unknown: 0, repaired: 0 }),
  warnings: fc.constant([]),
});

describe('writeAtif', () => {
  test('a written transcript reads back the same', () => {
    fc.assert(
      fc.property(transcript, (drawn) => {
        const written = { ...drawn, entries: drawn.entries.map(createOutcomes()) };
        const document: Json = JSON.parse(JSON.stringify(writeAtif(written)));
        const read = collect(atif, [document]);
        const { agent, agent_version, model, session_id } = written;
        expect(atif.recognizes(document)).toBe(true);
        expect(read.unknown).toEqual([]);
        expect(read.entries.map((one, i) => ({ ...one, id: one.id ?? `e${i + 1}` }))).toEqual(written.entries);
        expect(read).toMatchObject({ usage: written.usage, cost: written.cost_usd, end: written.end.status });
        expect(read.facts).toEqual({
          agent,
          ...(agent_version ? { agent_version } : {}),
          ...(model ? { model } : {}),
          ...(session_id ? { session_id } : {}),
        });
      }),
      { numRuns: 300 },
    );
  });

  test('writes documents that follow the schema', () => {
    fc.assert(
      fc.property(transcript, (written) => {
        expect(Trajectory.safeParse(JSON.parse(JSON.stringify(writeAtif(written)))).error?.issues).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test.each(mine)('%s is unchanged after a second writing', (file) => {
    const first = collect(readerOf(file), recordsOf(file));
    const again = collect(atif, [JSON.parse(JSON.stringify(writeAtif(asTranscript(first))))]);
    expect(again.entries).toEqual(JSON.parse(JSON.stringify(first.entries)));
    expect(again).toMatchObject({ usage: first.usage, cost: first.cost, facts: first.facts });
  });

  test('writes a message and calls with the same timestamp as one step', () => {
    const at = '2026-11-15T09:00:00Z';
    const entries: TranscriptEntry[] = [
      { type: 'assistant', text: 'I look.', at },
      { type: 'tool_use', tool: 'bash', tool_id: 'a', input: { command: 'ls' }, at },
      { type: 'tool_use', tool: 'bash', tool_id: 'b', input: { command: 'pwd' }, at },
      { type: 'tool_result', tool_id: 'a', text: 'x', is_error: true, at: '2026-11-15T09:00:01Z' },
    ];
    const empty: Collected = { entries, facts: {}, usage: null, cost: null, end: null, unknown: [], warnings: [] };
    expect(writeAtif(asTranscript(empty))).toMatchObject({
      steps: [
        {
          step_id: 1,
          source: 'agent',
          message: 'I look.',
          tool_calls: [{ tool_call_id: 'a' }, { tool_call_id: 'b' }],
          observation: { results: [{ source_call_id: 'a', extra: { is_error: true } }] },
        },
      ],
    });
  });
});

function asTranscript({ entries, facts, usage, cost }: Collected): Transcript {
  return {
    format: 'atif',
    agent: facts['agent'] ?? 'unknown',
    agent_version: facts['agent_version'] ?? null,
    model: facts['model'] ?? null,
    session_id: facts['session_id'] ?? null,
    entries,
    interactions: [],
    usage,
    cost_usd: cost,
    cost_source: cost === null ? null : 'reported',
    started_at: null,
    wall_ms: null,
    end: { status: 'unknown', reason: 'not told' },
    counts: { records: 1, entries: entries.length, unknown: 0, repaired: 0 },
    warnings: [],
  };
}

const extra = z.record(z.string(), z.unknown()).optional();
const tokenTotal = z.int().optional();

/** Harbor's models in short form; they reject unknown fields. */
const Step = z
  .strictObject({
    step_id: z.int().min(1),
    timestamp: z.iso.datetime({ offset: true }).optional(),
    source: z.enum(['system', 'user', 'agent']),
    message: z.string(),
    tool_calls: z
      .array(
        z.strictObject({
          tool_call_id: z.string(),
          function_name: z.string(),
          arguments: z.record(z.string(), z.unknown()),
          extra,
        }),
      )
      .optional(),
    observation: z
      .strictObject({
        results: z.array(
          z.strictObject({
            source_call_id: z.string().optional(),
            content: z.string(),
            subagent_trajectory_ref: z.array(z.strictObject({ trajectory_id: z.string() })).optional(),
            extra,
          }),
        ),
      })
      .optional(),
    extra,
  })
  .refine(({ source, tool_calls }) => source === 'agent' || tool_calls === undefined, 'only agents call tools')
  .refine(
    ({ tool_calls = [], observation }) =>
      (observation?.results ?? []).every(
        ({ source_call_id: id }) => id === undefined || tool_calls.some(({ tool_call_id }) => tool_call_id === id),
      ),
    'a result answers a call of the same step',
  );
const isNumbered = (steps: readonly z.infer<typeof Step>[]) => steps.every(({ step_id }, i) => step_id === i + 1);
const shape = {
  schema_version: z.literal('ATIF-v1.7'),
  agent: z.strictObject({ name: z.string(), version: z.string(), model_name: z.string().optional() }),
  steps: z.array(Step).min(1).refine(isNumbered, 'steps are numbered from 1'),
};
const Trajectory = z
  .strictObject({
    ...shape,
    session_id: z.string().optional(),
    final_metrics: z
      .strictObject({
        total_prompt_tokens: tokenTotal,
        total_completion_tokens: tokenTotal,
        total_cached_tokens: tokenTotal,
        total_cost_usd: z.number().optional(),
        total_steps: z.int().min(0),
        extra,
      })
      .optional(),
    extra,
    subagent_trajectories: z.array(z.strictObject({ ...shape, trajectory_id: z.string() })).optional(),
  })
  .refine(({ steps, subagent_trajectories: subagents = [] }) => {
    const ids = new Set(subagents.map(({ trajectory_id }) => trajectory_id));
    const results = steps.flatMap(({ observation }) => observation?.results ?? []);
    const references = results.flatMap(({ subagent_trajectory_ref }) => subagent_trajectory_ref ?? []);
    return ids.size === subagents.length && references.every(({ trajectory_id }) => ids.has(trajectory_id));
  }, 'sub-agents have unique ids, and references resolve to them');

test.each([
  {
    tool: 'execute_bash',
    said: 'no\n[The command completed with exit code 1.]\n[Command finished with exit code 1]',
    code: 1,
  },
  { tool: 'bash_command', said: '<returncode>127</returncode>\n<output>\nno\n</output>', code: 127 },
  { tool: 'execute_bash', said: 'ok\n[The command completed with exit code 0.]', code: 0 },
  { tool: 'execute_bash', said: 'bash: pytest: command not found', code: undefined },
])('a converter that drops flags leaves the text: $said', ({ tool, said, code }) => {
  const { entries } = collect(atif, [
    {
      schema_version: 'ATIF-v1.6',
      agent: { name: 'openhands', version: '1' },
      steps: [
        {
          step_id: 1,
          source: 'agent',
          message: '',
          tool_calls: [{ tool_call_id: 'a', function_name: tool, arguments: { command: 'pytest' } }],
          observation: { results: [{ source_call_id: 'a', content: said }] },
        },
      ],
    },
  ]);
  expect(entries.at(-1)).toMatchObject({ is_error: code !== 0, ...(code === undefined ? {} : { exit_code: code }) });
});
