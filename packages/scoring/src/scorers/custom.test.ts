import { type CustomScore, ScorerSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { applyScorer } from '../grading/apply-scorer.ts';

const spec = ScorerSpec.parse({ name: 'mine', type: 'no-todo', limit: 3 });
const record = (outcome: CustomScore['outcome'], more: Partial<CustomScore> = {}): CustomScore => ({
  type: 'no-todo',
  family: 'scope',
  digest: 'a'.repeat(64),
  config: { limit: 3 },
  outcome,
  duration_ms: 12,
  ...more,
});
const PASSED: CustomScore['outcome'] = { verdict: 'PASS', score: 1, reason: 'none', findings: [] };

test('the recorded outcome is the verdict, with its family and settings', () => {
  expect(applyScorer(spec, { custom_scores: { mine: record(PASSED) } })).toMatchObject({
    ...{ name: 'mine', type: 'no-todo', verdict: 'PASS', score: 1, family: 'scope', required: true },
    ...{ config: { limit: 3 }, duration_ms: 12 },
  });
});

test.each([
  { evidence: {}, says: 'found none; add its file', why: 'an older run' },
  { evidence: { mine: record(PASSED, { type: 'other-one' }) }, says: 'found that of another', why: 'another type' },
  { evidence: { mine: record(PASSED, { config: {} }) }, says: 'other settings', why: 'other settings' },
  { evidence: { mine: record({ verdict: 'ERROR', reason: 'it crashed' }) }, says: 'it crashed', why: 'it crashed' },
])('the verdict is ERROR and never a guess: $why', ({ evidence, says }) => {
  const custom_scores = evidence as Record<string, CustomScore>;
  const result = applyScorer(spec, Object.keys(custom_scores).length === 0 ? {} : { custom_scores });
  expect(result).toMatchObject({ verdict: 'ERROR', score: null, reason: expect.stringContaining(says) });
});
