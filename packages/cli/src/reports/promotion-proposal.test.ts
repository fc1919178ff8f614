import type { Candidate } from '@assay/harness';
import type { Comparison, Thresholds } from '@assay/schema';
import { expect, test } from 'vitest';
import { IMPROVED, makeComparison } from '../../test/made-comparison.ts';
import { writePromotion } from './promotion-proposal.ts';

const ref = { label: 'x', source: 'x', commit: 'd4e5f60', digest: '9c'.repeat(32) };
const CANDIDATE = { base: 'a1b2c3d', baseline: { ref }, candidate: { ref } } as unknown as Candidate;

const bodyOf = (thresholds: Partial<Thresholds>, more: Partial<Comparison['input']> = {}): string => {
  const comparison = makeComparison(IMPROVED);
  const input = { ...comparison.input, ...more, thresholds: { ...comparison.input.thresholds, ...thresholds } };
  return writePromotion({ ...comparison, input }, CANDIDATE).body;
};

test.each([
  { thresholds: { min_composite_gain: 0 }, says: 'better by more than 0 counts as a gain', option: '--min-gain 0' },
  { thresholds: { regression_composite_drop: 0.3 }, says: 'may get worse by 0.3', option: '--max-drop 0.3' },
  {
    thresholds: { objective_drop_is_regression: false },
    says: 'may fail checks that it passed before',
    option: '--allow-check-drops',
  },
])('a pull request shows relaxed thresholds: $option', ({ thresholds, says, option }) => {
  const body = bodyOf(thresholds);
  expect(body).toMatch(new RegExp(`^- ⚠️ \\*\\*widened: .*${says}`, 'm'));
  // also in the warnings of the comparison
  expect(body.split(says).length - 1).toBe(2);
  expect(body).toContain(option);
});

test('default thresholds give no warning; the command contains --no-confirm only without a second stage', () => {
  expect(bodyOf({})).not.toContain('widened');
  expect(bodyOf({})).toContain('--no-confirm');
  expect(bodyOf({}, { confirmation: { looks_taken: 0, baseline: [], candidate: [] } })).not.toContain('--no-confirm');
});
