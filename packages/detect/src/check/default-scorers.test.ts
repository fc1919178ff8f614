import { Scenario } from '@assay/schema';
import { expect, test } from 'vitest';
import { DEFAULT_SCORERS } from './default-scorers.ts';

test('the default scorers have every field that the schema would fill in', () => {
  expect(Scenario.shape.scorers.parse(DEFAULT_SCORERS)).toEqual(DEFAULT_SCORERS);
});
