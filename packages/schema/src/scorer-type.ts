import { z } from 'zod';

export const ScorerType = z
  .enum([
    'command',
    'allowed_paths',
    'forbid_paths',
    'max_files_changed',
    'forbid_secrets',
    'file_exists',
    'tests_unmodified',
    'baseline_unmodified',
    'no_new_skips',
    'assertions_not_weakened',
    'llm_judge',
    'runner_config_unmodified',
    'test_count_floor',
    'fail_to_pass',
    'pass_to_pass',
    'no_new_suppressions',
    'coverage_not_decreased',
    'special_cased_tests',
    'early_exits',
    'answer_lookups',
    'budget',
    'claims_verified',
  ])
  .meta({ id: 'ScorerType', description: 'The scorer types in the catalog.' });
export type ScorerType = z.infer<typeof ScorerType>;
