import { ScorerType } from '@assay/schema';
import { expect, test } from 'vitest';
import { SCORERS, UNREAD_TYPES } from './index.ts';

test('every type of the catalog is either scored or known not to be', () => {
  const types = [...SCORERS.map(({ type }) => type), ...Object.keys(UNREAD_TYPES)];
  expect(types.toSorted()).toEqual(ScorerType.options.toSorted());
});

test('what is advisory by default is what the catalog says', () => {
  const items = [...SCORERS, ...Object.entries(UNREAD_TYPES).map(([type, item]) => ({ type, ...item }))];
  const advisory = items.filter(({ required_by_default }) => !required_by_default).map(({ type }) => type);
  expect(advisory).toEqual(['llm_judge', 'no_new_skips', 'assertions_not_weakened']);
});

test('only a note for the judge can never fail a run', () => {
  expect(SCORERS.filter(({ may_gate }) => !may_gate).map(({ type }) => type)).toEqual(['llm_judge']);
});
