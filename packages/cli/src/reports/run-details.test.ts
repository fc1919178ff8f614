import { AxisResult, type Gates, type Insight, type ScorerResult } from '@assay/schema';
import { findFormulas, score } from '@assay/scoring';
import { expect, test } from 'vitest';
import { makeResult } from '../../test/made-result.ts';
import { PLAIN } from '../terminal/style.ts';
import { drawRunDetails } from './run-details.ts';
import { drawRuns } from './runs.ts';
import { drawAxis } from './score-card.ts';

const axis = AxisResult.parse(score('axis', findFormulas('axis')[0]?.example));
const insight: Insight = {
  dimension: 'environment',
  signal: 'success',
  message: '3 of 11 commands failed; `npm test` failed 3 times without an edit in between',
  points: 8.125,
  time_ms: 15_000,
  cost_usd_micros: 61_200,
  refs: ['i3', 'i4', 'i5', 'i6', 'i7', 'i8', 'i9'],
  entry_ids: [],
};
const advisory = (fields: Partial<ScorerResult> = {}): ScorerResult =>
  ({
    ...{ name: 'coverage', type: 'coverage_not_decreased', verdict: 'FAIL', score: 0, required: false },
    ...{ reason: 'from 80 % to 71 %', findings: [], findings_omitted: 0, duration_ms: 1, ...fields },
  }) as ScorerResult;
const disagreeing = (disagreement: Gates['disagreement']): Gates => ({ ...makeResult().gates, disagreement });

test('shows dimensions, and insights with their cost and where to look', () => {
  const drawn = drawRunDetails(makeResult({ axis, insights: [insight] }), PLAIN).join('\n');
  for (const name of ['goal achievement', 'environment', 'service', 'agent']) expect(drawn).toContain(`  ${name}`);
  expect(drawn).toContain(`› environment: ${insight.message}\n`);
  expect(drawn).toContain('−8.1 points · 15.0 s · about $0.0612 · see i3, i4, i5, i6, i7, i8 and 1 more');
  expect(drawn).not.toContain('of interaction');
});

test('omits unknown costs', () => {
  const bare = { ...insight, time_ms: null, cost_usd_micros: null, refs: [] };
  expect(drawRunDetails(makeResult({ axis, insights: [bare] }), PLAIN).at(-1)).toBe('  −8.1 points');
});

test('an older grade shows the messages of the formula', () => {
  const message = 'service is at 40; success costs it most';
  const old = { ...axis, insights: [{ ...insight, value: 0.2, message }] };
  expect(drawRunDetails(makeResult({ axis: old }), PLAIN)).toContain(`› ${message}`);
});

test('escapes control characters and line breaks from an agent', () => {
  const message = 'the only command failed: `echo\n› goal: all is well\u001b[2J`';
  const drawn = drawRunDetails(makeResult({ axis, insights: [{ ...insight, message }] }), PLAIN).join('\n');
  expect(drawn).toContain('› environment: the only command failed: `echo › goal: all is well\\u{1b}[2J`');
  expect(drawn).not.toContain('\u001b');
});

test.each([
  { disagreement: 'constraint_violated', says: 'the judge passed the run, but a required check failed' },
  { disagreement: 'unconvincing', says: 'the required checks passed, but the judge failed the run' },
  { disagreement: 'review_advised', says: 'but an advisory check failed' },
] as const)('explains the disagreement $disagreement, for one run and for several', ({ disagreement, says }) => {
  const result = makeResult({ gates: disagreeing(disagreement) });
  expect(drawRuns([result], PLAIN)).toContain(says);
  expect(drawRuns([result, makeResult()], PLAIN)).toContain(says);
});

test('shows failed advisory checks only, for one run and for several', () => {
  const result = makeResult({
    results: [advisory(), advisory({ name: 'secrets', verdict: 'PASS', score: 1 } as never)],
  });
  for (const results of [[result], [result, makeResult()]]) {
    const drawn = drawRuns(results, PLAIN);
    expect(drawn).toContain('advisory check failed: coverage: from 80 % to 71 %');
    expect(drawn).not.toContain('secrets');
  }
});

test('says which steps only the agent shows, for one run and for several', () => {
  const result = makeResult({ steps: { seen_by: 'gateway', claimed: 1, hidden: 0 } });
  for (const results of [[result], [result, makeResult()]])
    expect(drawRuns(results, PLAIN)).toContain('steps: 1 claimed: no model asked for them');
});

test('a run without scores, remarks or disagreement has only its gates', () => {
  expect(drawRunDetails(makeResult(), PLAIN)).toEqual([
    '',
    'All required gates passed (no required check · judge not asked)',
  ]);
});

test('several runs show the dimensions and insights of each', () => {
  const runs = [1, 2].map((repeat) => makeResult({ repeat, axis, insights: [insight] }));
  const drawn = drawRuns(runs, PLAIN);
  expect(drawn.match(/^ {2}dimensions: goal achievement \S+ · environment \d+ · /gm)).toHaveLength(2);
  expect(drawn.match(/^ {2}› environment: 3 of 11 commands failed/gm)).toHaveLength(2);
  expect(drawn.match(/^ {4}−8\.1 points/gm)).toHaveLength(2);
});

test('rounds the numbers of a formula, and names a signal once', () => {
  const message = 'agent is at 60; necessity costs it most: necessity 0.20000000000000004';
  const loss = { points: 12, reason: 'agent: necessity 0.20000000000000004', ref: 'necessity' };
  const old = { ...axis, ledger: [loss], insights: [{ ...insight, value: 0.2, message }] };
  expect(drawAxis(old, PLAIN)).toMatch(/−12\.0 {2}agent: necessity 0\.2$/m);
  expect(drawRunDetails(makeResult({ axis: old }), PLAIN)).toContain(`› ${message.slice(0, -19)}0.2`);
});
