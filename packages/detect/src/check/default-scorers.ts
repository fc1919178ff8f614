import type { ScorerSpec } from '@assay/schema';

const counted = { glob: 'fnmatch', granularity: 'total', ignore_new_files: false } as const;

/**
 * The default checks: ways to make tests pass without fixing the code, and secrets. Only unambiguous checks are required;
 * the others are for review. Every field is given, so that no schema is loaded to fill in defaults.
 */
export const DEFAULT_SCORERS: readonly ScorerSpec[] = [
  { name: 'no new skips', type: 'no_new_skips', required: true, ...counted },
  { name: 'assertions not weakened', type: 'assertions_not_weakened', required: true, ...counted, strength: false },
  { name: 'no new suppressions', type: 'no_new_suppressions' },
  { name: 'no special-cased tests', type: 'special_cased_tests' },
  { name: 'no early exits', type: 'early_exits' },
  { name: 'no secrets', type: 'forbid_secrets', allow_sha256: [] },
  { name: 'no fewer tests', type: 'test_count_floor' },
];
