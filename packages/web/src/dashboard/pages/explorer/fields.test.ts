import type { RunSummary } from '@assay/schema/api';
import { expect, test } from 'vitest';
import { FIELDS, usualColumns } from './fields.ts';

const columns = FIELDS.filter(({ name }) => name === 'result' || name === 'score');
const run = (judge_state: RunSummary['judge_state']) => ({ judge_state }) as RunSummary;

test.each([
  { states: ['not_asked', null, 'not_applicable'], shown: ['result', 'score'] },
  { states: ['not_asked', 'PASS'], shown: ['result', 'judge_state', 'score'] },
  { states: ['UNPARSEABLE'], shown: ['result', 'judge_state', 'score'] },
] as const)('judge states $states show the columns $shown', ({ states, shown }) => {
  expect(usualColumns(columns, states.map(run)).map(({ name }) => name)).toEqual(shown);
});
