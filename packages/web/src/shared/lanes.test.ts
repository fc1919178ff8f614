import type { Interaction } from '@assay/schema';
import { expect, test } from 'vitest';
import { layoutLanes } from './lanes.ts';

const rows = (lanes: readonly string[]): Interaction[] =>
  lanes.map((lane) => ({ ...(lane === '' ? {} : { lane }) }) as Interaction);

test.each([
  { lanes: [], columns: 1, passing: [], why: 'an empty run has only the main thread' },
  { lanes: ['', ''], columns: 1, passing: [1, 1], why: 'a run without sub-agents has one column' },
  { lanes: ['', 'a', '', 'a', ''], columns: 2, passing: [1, 3, 3, 3, 1], why: 'a lane spans its first to last row' },
  { lanes: ['a', 'b', 'a', 'b'], columns: 3, passing: [3, 7, 7, 5], why: 'concurrent lanes have separate columns' },
  { lanes: ['a', 'b', 'c'], columns: 2, passing: [3, 3, 3], why: 'consecutive lanes share a column' },
])('$why', ({ lanes, columns, passing }) => {
  const laid = layoutLanes(rows(lanes));
  expect({ columns: laid.columns, passing: [...laid.passing] }).toEqual({ columns, passing });
});

test('many concurrent sub-agents share six columns and keep their numbers', () => {
  const names = Array.from({ length: 40 }, (_, n) => `lane ${n}`);
  const { columns, byId } = layoutLanes(rows([...names, ...names]));
  expect(columns).toBe(6);
  expect(byId.get('lane 39')?.number).toBe(40);
});
