import { ScorerSpec } from '@assay/schema';

/**
 * The default checks: ways to make tests pass without fixing the code, and secrets. Only unambiguous checks are required;
 * the others are for review.
 */
export const DEFAULT_SCORERS: readonly ScorerSpec[] = [
  { name: 'no new skips', type: 'no_new_skips', required: true },
  { name: 'assertions not weakened', type: 'assertions_not_weakened', required: true },
  { name: 'no new suppressions', type: 'no_new_suppressions' },
  { name: 'no special-cased tests', type: 'special_cased_tests' },
  { name: 'no early exits', type: 'early_exits' },
  { name: 'no secrets', type: 'forbid_secrets' },
  { name: 'no fewer tests', type: 'test_count_floor' },
].map((spec) => ScorerSpec.parse(spec));
