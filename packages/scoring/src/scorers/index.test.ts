import { ScorerType } from '@assay/schema';
import { expect, test } from 'vitest';
import { SCORERS } from './index.ts';

test('every type of the catalog has a scorer or is listed as unscored', () => {
  const types = SCORERS.map(({ type }) => type);
  expect(types.toSorted()).toEqual(ScorerType.options.toSorted());
});

test('required_by_default matches the catalog', () => {
  const required = SCORERS.filter(({ required_by_default }) => required_by_default).map(({ type }) => type);
  expect(required).toEqual([
    'command',
    'answers',
    'reward',
    'allowed_paths',
    'forbid_paths',
    'max_files_changed',
    'forbid_secrets',
    'file_exists',
    'tests_unmodified',
    'baseline_unmodified',
    'no_surroundings',
  ]);
});

test('only a note for the judge can never fail a run', () => {
  expect(SCORERS.filter(({ may_gate }) => !may_gate).map(({ type }) => type)).toEqual(['llm_judge']);
});
