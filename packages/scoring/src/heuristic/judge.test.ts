import { HeuristicJudgment, type Interaction, type TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { axisV2 } from '../formulas/axis.v2.ts';
import { interactionsV1 } from '../interactions/interactions.v1.ts';
import { judgeHeuristically } from './judge.ts';
import { HEURISTIC_RULES } from './rules/index.ts';

/** One interaction: its entries and its duration. */
interface Unit {
  readonly entries: readonly TranscriptEntry[];
  readonly duration_ms: number | null;
}

const big = Array.from({ length: 900 }, (_, i) => `name_of_${i}`).join(' ');
const file = fc.constantFrom('/w/a.ts', '/w/b.ts', 'README.md');
const lane = fc.constantFrom(undefined, undefined, undefined, 's1');
const outcome = fc.constantFrom<Partial<TranscriptEntry>>({}, {}, { is_error: true }, { exit_code: 1 });
const output = fc.constantFrom('', 'one', 'two', 'x'.repeat(500), big, `${big} ${big} ${big}`, 'No files found');
const letter = fc.constantFrom('a', 'b', 'name_of_7', big);

const tools = fc.oneof(
  fc.record({ tool: fc.constant('Read'), input: fc.record({ file_path: file }) }),
  fc.record({ tool: fc.constant('Read'), input: fc.record({ file_path: file, offset: fc.constantFrom(1, 2) }) }),
  fc.record({
    tool: fc.constant('Edit'),
    input: fc.record({ file_path: file, old_string: letter, new_string: letter }),
  }),
  fc.record({ tool: fc.constant('Write'), input: fc.record({ file_path: file, content: letter }) }),
  fc.record({ tool: fc.constant('Grep'), input: fc.record({ pattern: letter }) }),
  fc.record({
    tool: fc.constant('Bash'),
    input: fc.record({ command: fc.constantFrom('npm test', 'cat /w/a.ts', 'ls', 'git commit -m x', 'rg name_of_8') }),
  }),
  fc.record({ tool: fc.constant('mcp__x__y'), input: fc.anything() }),
);
const laneOf = (name: string | undefined) => (name === undefined ? {} : { lane: name });

const calls = fc
  .tuple(tools, outcome, fc.option(output), lane)
  .map(([use, result, text, name]): TranscriptEntry[] => [
    { type: 'tool_use', ...use, ...laneOf(name) },
    ...(text === null ? [] : [{ type: 'tool_result' as const, text, ...result, ...laneOf(name) }]),
  ]);
// a following entry keeps a thought as a separate interaction
const thoughts = fc
  .tuple(fc.constantFrom('ok', 'name_of_1 is it', 'y'.repeat(400)), lane)
  .map(([text, name]): TranscriptEntry[] => [
    { type: 'assistant', text, ...laneOf(name) },
    { type: 'system', text: '' },
  ]);
const durations = fc.constantFrom(null, 10, 1_500, 4_000, 9_000, 60_000);
const unit: fc.Arbitrary<Unit> = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: calls }, thoughts), durations)
  .map(([entries, duration_ms]) => ({ entries, duration_ms }));

interface Built {
  readonly entries: TranscriptEntry[];
  readonly interactions: Interaction[];
}

// durations are given, not derived, so that an insertion does not shorten the preceding thought
function build(units: readonly Unit[]): Built {
  const entries = units.flatMap((one, i) => one.entries.map((entry) => ({ ...entry, tool_id: `t${i}` })));
  const { interactions } = interactionsV1.compute({ entries });
  expect(interactions).toHaveLength(units.length);
  return {
    entries,
    interactions: interactions.map((one, i) => ({ ...one, duration_ms: units[i]?.duration_ms ?? null })),
  };
}

function agentRaw(built: Built): number {
  const { signals, necessity } = judgeHeuristically(built);
  const interactions = built.interactions.map((one) => ({ ...one, signals: signals[one.id] ?? null }));
  const result = compute(axisV2, { interactions, necessity: necessity === null ? null : { agent: necessity } });
  return result.dimensions.agent.raw ?? Number.NaN;
}

/** A run with a successful read, and the same run with that read repeated before its file is written. */
const withUselessRead = (speeds: fc.Arbitrary<number | null>, maxLength: number) =>
  fc
    .record({
      before: fc.array(unit, { maxLength }),
      path: file,
      text: output,
      name: lane,
      after: fc.array(unit, { maxLength }),
      place: fc.nat(),
      own: speeds,
      all: fc.array(speeds, { minLength: 2 * maxLength + 1, maxLength: 2 * maxLength + 1 }),
    })
    .map(({ before, path, text, name, after, place, own, all }) => {
      const read: TranscriptEntry[] = [
        { type: 'tool_use', tool: 'Read', input: { file_path: path }, ...laneOf(name) },
        { type: 'tool_result', text, ...laneOf(name) },
      ];
      const writes = after.findIndex(({ entries: [use] }) => use?.tool === 'Edit' || use?.tool === 'Write');
      const at = before.length + 1 + (place % ((writes === -1 ? after.length : writes) + 1));
      const units = [...before, { entries: read, duration_ms: null }, ...after].map((one, i) => ({
        ...one,
        duration_ms: all[i] ?? null,
      }));
      return { units, repeated: units.toSpliced(at, 0, { entries: read, duration_ms: own }) };
    });

const ROUNDING = 1e-12;

test('with equally fast calls, a useless read never raises the agent dimension of AXIS', () => {
  fc.assert(
    fc.property(withUselessRead(fc.constant(null), 30), ({ units, repeated }) => {
      expect(agentRaw(build(repeated))).toBeLessThanOrEqual(agentRaw(build(units)) + ROUNDING);
    }),
    { numRuns: 150 },
  );
});

// Beyond 25 interactions of which all but one are useless, the speed of one more fast call can outweigh its cost,
// because AXIS takes the mean of speeds. No judgment can change that once necessity is near 0.
test('nor when it is faster than every other call, if at least one interaction in 25 is necessary', () => {
  fc.assert(
    fc.property(withUselessRead(durations, 12), ({ units, repeated }) => {
      expect(agentRaw(build(repeated))).toBeLessThanOrEqual(agentRaw(build(units)) + ROUNDING);
    }),
    { numRuns: 150 },
  );
});

test('nor in a slow run that does nothing else', () => {
  const read: TranscriptEntry[] = [
    { type: 'tool_use', tool: 'Read', input: { file_path: '/a' } },
    { type: 'tool_result', text: 'x' },
  ];
  for (const slow of [1_500, 4_000, 9_000, 60_000])
    for (const others of [1, 2, 5, 12, 25])
      for (let slowOnes = 0; slowOnes <= others; slowOnes++) {
        const units = Array.from({ length: others }, (_, i) => ({
          entries: read,
          duration_ms: i < slowOnes ? slow : 10,
        }));
        const repeated = [...units, { entries: read, duration_ms: 10 }];
        expect(agentRaw(build(repeated))).toBeLessThanOrEqual(agentRaw(build(units)) + ROUNDING);
      }
});

test('repeating a read never raises necessity, whatever its result', () => {
  const isRead = ({ entries: [use] }: Unit) => use?.tool === 'Read';
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 20 }), (units) => {
      const before = judgeHeuristically(build(units)).necessity ?? 1;
      units.forEach((one, i) => {
        if (!isRead(one)) return;
        const after = judgeHeuristically(build(units.toSpliced(i + 1, 0, one))).necessity;
        expect(after).toBeLessThanOrEqual(before + ROUNDING);
      });
    }),
  );
});

const entry: fc.Arbitrary<TranscriptEntry> = fc
  .record(
    {
      type: fc.constantFrom('assistant', 'user', 'tool_use', 'tool_result', 'system', 'error'),
      id: fc.constantFrom('e1', 'e2', 'x', '__proto__'),
      tool: fc.constantFrom('Read', 'Edit', 'MultiEdit', 'Bash', 'shell', 'Grep', 'apply_patch', '', '__', 'view'),
      tool_id: fc.constantFrom('1', '2', null),
      input: fc.oneof(
        fc.anything(),
        fc.record(
          {
            file_path: fc.anything(),
            path: fc.constantFrom('', '..', '/', 'a\\b'),
            command: fc.anything(),
            edits: fc.anything(),
            content: fc.anything(),
            old_string: fc.string(),
            new_string: fc.string(),
            action: fc.anything(),
          },
          { requiredKeys: [] },
        ),
      ),
      text: fc.oneof(fc.string(), fc.constantFrom(null, big)),
      is_error: fc.constantFrom(true, false, null),
      exit_code: fc.constantFrom(0, 1, -1, null),
      lane: fc.constantFrom('a', ''),
    },
    { requiredKeys: ['type', 'tool'] },
  )
  .map((one) => one as TranscriptEntry);

const transcripts = fc.array(entry, { maxLength: 40 }).map((entries): Built => {
  const { interactions } = interactionsV1.compute({ entries });
  return { entries, interactions };
});

test('judges any transcript: every signal is within 0 and 1, with notes that cite entries', () => {
  fc.assert(
    fc.property(transcripts, ({ entries, interactions }) => {
      const judgment = judgeHeuristically({ entries, interactions });
      expect(HeuristicJudgment.parse(judgment)).toEqual(judgment);
      expect(Object.keys(judgment.signals)).toEqual(interactions.map(({ id }) => id));
      expect(judgment.necessity === null).toBe(interactions.length === 0);
      const ids = new Set(entries.map(({ id }, i) => id ?? `e${i + 1}`));
      for (const { interaction_id, entry_ids, signal, value } of judgment.notes) {
        expect(judgment.signals).toHaveProperty([interaction_id]);
        expect(entry_ids.length).toBeGreaterThan(0);
        expect(entry_ids.filter((id) => !ids.has(id))).toEqual([]);
        if (signal !== 'necessity') expect(judgment.signals[interaction_id]?.[signal]).toBeLessThanOrEqual(value);
      }
    }),
    { numRuns: 300 },
  );
});

test('is deterministic and does not modify its input', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const built = build(units);
      const copy = structuredClone(built);
      const first = JSON.stringify(judgeHeuristically(built));
      expect(JSON.stringify(judgeHeuristically(copy))).toBe(first);
      expect(built).toEqual(copy);
    }),
  );
});

test('notes are in the order of interactions, then rules', () => {
  const rules = HEURISTIC_RULES.map(({ id }) => id);
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const places = judgeHeuristically(build(units)).notes.map(
        ({ interaction_id, rule }) => Number(interaction_id.slice(1)) * 100 + rules.indexOf(rule),
      );
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
  );
});

test('the lowest value per signal wins, and all are noted', () => {
  const entries: TranscriptEntry[] = [
    { type: 'tool_use', tool: 'Bash', input: { command: 'x' }, tool_id: '1' },
    { type: 'tool_result', text: `${big} ${big} ${big}`, tool_id: '1' },
    { type: 'tool_use', tool: 'Read', input: { file_path: 'a' }, tool_id: '2' },
    { type: 'tool_result', text: `${big} ${big} ${big}`, tool_id: '2' },
    { type: 'tool_use', tool: 'Read', input: { file_path: 'a' }, tool_id: '3' },
    { type: 'tool_result', text: `${big} ${big} ${big}`, tool_id: '3' },
    { type: 'assistant', text: 'so' },
  ];
  const { signals, notes, necessity } = judgeHeuristically({ entries, ...interactionsV1.compute({ entries }) });
  expect(notes.filter((note) => note.interaction_id === 'i3' && note.signal === 'weight')).toHaveLength(2);
  expect(signals['i3']).toEqual({ success: 1, weight: 0, relevance: 0 });
  expect(necessity).toBe(0.75);
});

test('an empty run has no signals and no necessity', () => {
  expect(judgeHeuristically({ entries: [], interactions: [] })).toEqual({
    judge: 'heuristic',
    version: '1',
    signals: {},
    necessity: null,
    notes: [],
  });
});

test('judges interactions with missing entries by what is known', () => {
  const interaction: Interaction = {
    id: '__proto__',
    kind: 'tool',
    categories: ['environment'],
    start_at: null,
    duration_ms: null,
    is_error: true,
    context_bytes: 0,
    entry_ids: ['gone'],
  };
  const { signals } = judgeHeuristically({ entries: [], interactions: [interaction] });
  expect(Object.entries(signals)).toEqual([['__proto__', { success: 0, weight: 1, relevance: 1 }]]);
});

let nested: unknown = 'x';
for (let i = 0; i < 200_000; i++) nested = i % 2 ? [nested] : { command: nested };
const circular: Record<string, unknown> = { file_path: 'a' };
circular['edits'] = [circular];

test.each([
  { why: 'an input nested 200,000 deep', entry: { tool: 'Bash', input: nested } },
  { why: 'an input that contains itself', entry: { tool: 'MultiEdit', input: circular } },
  { why: 'one word of 8 MB', entry: { tool: 'Bash', input: { command: 'x'.repeat(8e6) } } },
  { why: '8 MB of joined words', entry: { tool: 'Bash', input: 'a.b-'.repeat(2e6) } },
  { why: 'a path of 3 MB', entry: { tool: 'Read', input: { file_path: '../'.repeat(1e6) } } },
  {
    why: 'non-JSON values',
    entry: { tool: 'Edit', input: { path: Symbol('x'), content: 1n, edits: () => 1 } },
  },
])('does not throw on $why', ({ entry: use }) => {
  const entries: TranscriptEntry[] = [
    { type: 'tool_use', ...use },
    { type: 'tool_result', text: 'y-'.repeat(2e6) },
    { type: 'assistant', text: ' '.repeat(2e6) },
  ];
  const interactions: Interaction[] = ['e1', 'e3'].map((id, i) => ({
    id: `i${i + 1}`,
    kind: i === 0 ? 'tool' : 'thinking',
    categories: ['agent'],
    start_at: null,
    duration_ms: null,
    is_error: false,
    context_bytes: 1,
    entry_ids: i === 0 ? [id, 'e2'] : [id],
  }));
  expect(Object.keys(judgeHeuristically({ entries, interactions }).signals)).toEqual(['i1', 'i2']);
});

test('takes time linear in the transcript', () => {
  const repeatsOf = (count: number) =>
    build(
      Array.from({ length: count }, (_, i) => ({
        entries: [
          { type: 'tool_use', tool: i % 2 ? 'Read' : 'Write', input: { file_path: '/a', content: `${i % 4}` } },
          { type: 'tool_result', text: 'same', is_error: i % 3 === 0 },
        ],
        duration_ms: null,
      })),
    );
  const timeOf = (built: Built) => {
    const start = performance.now();
    judgeHeuristically(built);
    return performance.now() - start;
  };
  const [few, many] = [repeatsOf(2_000), repeatsOf(20_000)];
  timeOf(few);
  // ten times the input takes ten times the work; quadratic would be a hundred times
  expect(timeOf(many)).toBeLessThan(60 * Math.max(5, timeOf(few)));
});
