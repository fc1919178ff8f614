import type { Run } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const usage = { input_tokens: 900, cached_input_tokens: 100, cache_write_input_tokens: 0, output_tokens: 100 };
const RUN = { cost_usd_micros: 500_000, usage, turns: 3, wall_ms: 60_000 } as Partial<Run>;
const grade = (limits: object, run: Partial<Run> = RUN) =>
  applyScorer(configure({ name: 'budget', type: 'budget', ...limits }), evidenceOf({ run }));

test.each([
  { limits: {}, verdict: 'N/A', score: null, why: 'no limit is set' },
  { limits: { cost_usd: 0.5 }, verdict: 'PASS', score: 1, why: 'exactly at the limit' },
  { limits: { cost_usd: 0.25 }, verdict: 'FAIL', score: 0.5, why: 'twice the money' },
  { limits: { tokens: 1000 }, verdict: 'PASS', score: 1, why: 'cached tokens are part of the input' },
  { limits: { tokens: 500 }, verdict: 'FAIL', score: 0.5, why: 'twice the tokens' },
  { limits: { turns: 3 }, verdict: 'PASS', score: 1, why: 'all turns' },
  { limits: { turns: 2 }, verdict: 'FAIL', score: 2 / 3, why: 'one turn more' },
  { limits: { wall_s: 60 }, verdict: 'PASS', score: 1, why: 'to the second' },
  { limits: { wall_s: 15 }, verdict: 'FAIL', score: 0.25, why: 'four times as long' },
  { limits: { wall_s: 15, tokens: 500 }, verdict: 'FAIL', score: 0.25, why: 'the worst one counts' },
  { limits: { wall_s: 90, tokens: 500 }, verdict: 'FAIL', score: 0.5, why: 'one is enough' },
])('$limits → $verdict $score: $why', ({ limits, verdict, score }) => {
  expect(grade(limits)).toMatchObject({ verdict, score, required: false });
});

test('an unmeasured value is not within a limit, and an exceeded limit still fails', () => {
  const run = { ...RUN, cost_usd_micros: null };
  expect(grade({ cost_usd: 1 }, run)).toMatchObject({
    verdict: 'N/A',
    reason: 'it is not known how many US dollars were used',
  });
  expect(grade({ cost_usd: 1, turns: 9 }, run).verdict).toBe('N/A');
  expect(grade({ cost_usd: 1, turns: 1 }, run).verdict).toBe('FAIL');
});
