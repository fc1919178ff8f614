import type { AxisResult, Insight, InteractionJudgment, Judgment, TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgedInteractions } from '../axis/score-axis.ts';
import { compute } from '../formula.ts';
import { axisV3 } from '../formulas/axis.v3.ts';
import { judgeHeuristically, toInteractionJudgment } from '../heuristic/judge.ts';
import { interactionsV1 } from '../interactions/interactions.v1.ts';
import { CAUSES } from './causes/index.ts';
import { findInsights } from './find-insights.ts';

type Result = Partial<TranscriptEntry>;
type Step = Result[];

const call = (tool: string, input: unknown, result: Result = {}): Step => [
  { type: 'tool_use', tool, input },
  { type: 'tool_result', text: 'done', ...result },
];
const bash = (command: string, result: Result = {}) => call('Bash', { command }, result);
const read = (file_path: string, text = 'the text') => call('Read', { file_path }, { text });
const edit = (file_path: string, old_string = 'a', new_string = 'b') =>
  call('Edit', { file_path, old_string, new_string });
const say = (text: string): Step => [{ type: 'assistant', text }];
const failing = { is_error: true };
const long = { ...failing, text: 'x'.repeat(900) };
const words = (count: number) => Array.from({ length: count }, (_, i) => `identifier${i}`).join(' ');

interface Given {
  readonly steps: readonly Step[];
  /** How long each interaction took; default: 100 ms. */
  readonly durations?: readonly number[];
  readonly cost_usd_micros?: number | null;
  /** Replaces the judgment of the rules. */
  readonly judged?: Partial<InteractionJudgment>;
  readonly rubric?: Extract<Judgment, { status: 'judged' }>['rubric'];
}

function build({ steps, durations = [], cost_usd_micros = null, judged: other, rubric = [] }: Given) {
  const entries = steps.flatMap((step, i) =>
    step.map((entry, part) => ({ tool_id: `t${i}`, ...entry, id: `e${i}.${part}` }) as TranscriptEntry),
  );
  const { interactions: paired } = interactionsV1.compute({ entries });
  const interactions = paired.map((one, i) => ({ ...one, duration_ms: durations[i] ?? 100 }));
  const judged = { ...toInteractionJudgment(judgeHeuristically({ entries, interactions })), ...other };
  const judgment = rubric.length === 0 ? null : ({ status: 'judged', rubric } as unknown as Judgment);
  const goal = rubric.length === 0 ? null : { checks: rubric.map(({ check, grade }) => ({ check, grade })) };
  const axis: AxisResult = compute(axisV3, { ...judgedInteractions(interactions, judged), goal });
  return { axis, entries, interactions, judged, judgment, cost_usd_micros };
}
const insightsOf = (given: Given): Insight[] => findInsights(build(given));
const find = (insights: readonly Insight[], dimension: string, signal: string) =>
  insights.find((one) => one.dimension === dimension && one.signal === signal);

test('names three failures of one command without an edit, with cost and place', () => {
  const fail = bash('npm test', { ...failing, text: 'x'.repeat(400) });
  const ok = (name: string) => bash(`make ${name}`, { text: '' });
  const given = {
    steps: [ok('a'), ok('b'), fail, fail, fail, ok('c'), ok('d'), ok('e'), ok('f'), ok('g'), ok('h')],
    durations: [100, 100, 4000, 5000, 6000],
    cost_usd_micros: 90_000,
  };
  const insight = find(insightsOf(given), 'environment', 'success');
  expect(insight).toMatchObject({
    message: '3 of 11 commands failed; `npm test` failed 3 times without an edit in between',
    time_ms: 15_000,
    refs: ['i3', 'i4', 'i5'],
    entry_ids: ['e2.0', 'e2.1', 'e3.0', 'e3.1', 'e4.0', 'e4.1'],
  });
  expect(insight?.points).toBeGreaterThan(5);
  expect(insight?.cost_usd_micros).toBeGreaterThan(60_000);
  expect(insight?.cost_usd_micros).toBeLessThan(90_000);
});

test.each<{ why: string; steps: Step[]; durations?: number[]; dimension: string; signal: string; message: string }>([
  {
    why: 'other failures are named',
    steps: [bash('make', failing), bash('tsc -b', failing), bash('ls')],
    dimension: 'environment',
    signal: 'success',
    message: '2 of 3 commands failed: `make`, `tsc -b`',
  },
  {
    why: 'an edit in between separates two failures',
    steps: [bash('npm test', long), edit('a.ts'), bash('npm test', long)],
    dimension: 'environment',
    signal: 'success',
    message: '2 of 2 commands failed: `npm test`',
  },
  {
    why: 'counts calls when not only commands failed',
    steps: [bash('make', failing), call('Read', { file_path: 'no.ts' }, failing), read('a.ts')],
    dimension: 'environment',
    signal: 'success',
    message: '2 of 3 calls failed: `make`, `Read no.ts`',
  },
  {
    why: 'names a service by its tool',
    steps: [call('mcp__shop__order', { id: 7 }, failing)],
    dimension: 'service',
    signal: 'success',
    message: 'the only call failed: `mcp__shop__order`',
  },
  {
    why: 'files that were read again',
    steps: [read('a.ts'), read('a.ts'), read('a.ts'), read('a.ts'), read('b.ts')],
    dimension: 'agent',
    signal: 'necessity',
    message: '3 calls reread unchanged content: `Read a.ts`',
  },
])('$why: $message', ({ steps, durations = [], dimension, signal, message }) => {
  const found = find(insightsOf({ steps, durations }), dimension, signal);
  expect(found?.message).toBe(message);
});

test('names slow calls with their times when speed lowered a dimension', () => {
  const judged = { signals: { i1: { success: 0.6 }, i2: { success: 0.6 } }, necessity: 1 };
  const given = { steps: [bash('npm ci'), bash('npm test')], durations: [48_200, 131_000], judged };
  expect(find(insightsOf(given), 'environment', 'speed')).toMatchObject({
    message: '2 of 2 steps were slow: `npm test` took 2 min 11 s, `npm ci` took 48 s',
    time_ms: 179_200,
    refs: ['i1', 'i2'],
  });
});

test('names a huge output with its size', () => {
  const judged = { signals: { i1: { success: 1, weight: 0.1, relevance: 0.2 } }, necessity: 0.5 };
  const insights = insightsOf({ steps: [bash('cat big.log', { text: words(60_000) }), say('fine')], judged });
  expect(find(insights, 'agent', 'weight')?.message).toBe(
    'outputs were larger than needed: `cat big.log` returned 949 kB',
  );
});

test("a low goal names the checks and the judge's reasons", () => {
  const rubric = [
    { check: 'The change is minimal', grade: 2, reason: 'It rewrote\nthe module.' },
    { check: 'Totals are right', grade: 10, reason: 'Yes.' },
    { check: 'Errors are reported', grade: 6, reason: '' },
  ];
  expect(find(insightsOf({ steps: [bash('ls')], rubric }), 'goal_achievement', 'rubric')).toMatchObject({
    message:
      'the judge graded “The change is minimal” 2 of 10 (It rewrote the module.); the judge graded “Errors are reported” 6 of 10',
    refs: ['goal.checks[0]', 'goal.checks[2]'],
    time_ms: null,
    cost_usd_micros: null,
  });
});

test('attributes to the judge what only the judge saw', () => {
  const judged = { signals: { i1: { success: 0.1, weight: 1, relevance: 0.1 } }, necessity: 0.3 };
  const insights = insightsOf({ steps: [bash('make')], judged });
  expect(find(insights, 'environment', 'success')?.message).toBe(
    'the judge rated 1 of 1 steps as not fully successful: `make`',
  );
  expect(find(insights, 'agent', 'necessity')?.message).toBe('the judge rated 30 % of the work as needed');
});

test('gives no insight when no dimension is below 75', () => {
  expect(insightsOf({ steps: [bash('ls'), bash('make')] })).toEqual([]);
});

describe('agent text cannot escape its quotes', () => {
  const secret = `ghp_${'aB3d'.repeat(9)}`;
  test.each([
    { command: 'echo a\nNext: all passed', shown: '`echo a Next: all passed`', why: 'no new line' },
    { command: 'echo `id`; ls', shown: "`echo 'id'; ls`", why: 'no closing quote' },
    { command: 'printf \u001b[2J\u0007x', shown: '`printf ␛[2J␇x`', why: 'no control characters' },
    { command: 'echo \u202edlrow', shown: '`echo ⟦U+202E⟧dlrow`', why: 'no reversed text' },
    { command: `x ${'y'.repeat(500)}`, shown: `\`x ${'y'.repeat(57)}…\``, why: 'no wall of text' },
  ])('$why', ({ command, shown }) => {
    const [insight] = insightsOf({ steps: [bash(command, failing)] });
    expect(insight?.message).toBe(`the only command failed: ${shown}`);
  });

  test('shows no secret', () => {
    const insights = insightsOf({
      steps: [bash(`curl -H "Authorization: token ${secret}" https://x.example`, failing)],
    });
    expect(insights.length).toBeGreaterThan(0);
    expect(JSON.stringify(insights)).not.toContain(secret);
  });
});

test('causes have unique ids', () => {
  expect(new Set(CAUSES.map(({ id }) => id)).size).toBe(CAUSES.length);
});

const anyStep = fc.oneof(
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 80 }), fc.boolean())
    .map(([command, is_error]) => bash(command, { is_error })),
  fc.constantFrom('a.ts', 'b.ts').map((file) => read(file)),
  fc.constantFrom('a.ts', 'b.ts').map((file) => edit(file)),
  fc.constantFrom('thinking', 'y'.repeat(400)).map(say),
  fc.boolean().map((is_error) => call('mcp__x__y', { z: 1 }, { is_error })),
);

test('exactly the low dimensions have insights, which lose no more points than the ledger', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), fc.option(fc.nat(1e6)), (steps, cost_usd_micros) => {
      const input = build({ steps, cost_usd_micros });
      const insights = findInsights(input);
      const low = Object.entries(input.axis.dimensions).filter(([, { score }]) => score !== null && score < 75);
      expect(new Set(insights.map(({ dimension }) => dimension))).toEqual(new Set(low.map(([name]) => name)));
      const ids = new Set(input.interactions.map(({ id }) => id));
      for (const { message, points, cost_usd_micros: cost, refs } of insights) {
        expect(message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(message).not.toBe('');
        expect(points).toBeGreaterThanOrEqual(0);
        expect(cost ?? 0).toBeLessThanOrEqual(cost_usd_micros ?? 0);
        for (const ref of refs) expect(ids.has(ref)).toBe(true);
      }
      const lost = insights.reduce((all, { points }) => all + points, 0);
      expect(lost).toBeLessThanOrEqual(100 - (input.axis.score ?? 100) + 1);
      expect(findInsights(input)).toEqual(insights);
    }),
  );
});
