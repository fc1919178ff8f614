import { expect, test } from 'vitest';
import { arrangeMatrix, keepPlaces } from './matrix-rows.ts';
import { ALL_COLUMNS, type MatrixState } from './matrix-state.ts';

const STATE: MatrixState = { columns: 'agent', picked: [], sort: null, order: 'asc' };

const cell = (scenario: string, column: string, passed: number, not_passed: number) => ({
  ...{ scenario, column, passed, not_passed, runs: passed + not_passed, tampered: 0, unchecked: 0, errored: 0 },
  ...{ mean_score: null, cost_usd_micros: passed === 0 ? null : 1_000_000, costed: passed === 0 ? 0 : 2 },
  ...{ mean_wall_ms: 1_000 * (passed + not_passed), recent: [], recent_review: [] },
});
const CELLS = [
  cell('b', 'codex', 1, 3),
  cell('a', 'codex', 4, 0),
  cell('b', 'claude', 2, 0),
  cell('c', 'claude', 0, 0),
];
const COLUMNS = ['codex', 'claude'].map((name) => ({ name, agents: [], models: [] }));
const arrange = (state: Partial<MatrixState> = {}) =>
  arrangeMatrix({ cells: CELLS, columns: COLUMNS }, { ...STATE, ...state });
const order = (state: Partial<MatrixState>) => arrange(state).rows.map(({ scenario }) => scenario);

test('has a row per scenario and a column per agent, with totals of both', () => {
  const { columns, rows, totals, total } = arrange();
  // the most runs first
  expect(columns.map(({ name }) => name)).toEqual(['codex', 'claude']);
  expect(rows.map(({ scenario, cells }) => [scenario, [...cells.keys()]])).toEqual([
    ['a', ['codex']],
    ['b', ['codex', 'claude']],
    ['c', ['claude']],
  ]);
  expect(totals.get('codex')).toMatchObject({ passed: 5, not_passed: 3, costed: 4, cost_usd_micros: 2_000_000 });
  // a mean of runs, not of cells
  expect(totals.get('codex')?.mean_wall_ms).toBe(4_000);
  expect(total).toMatchObject({ runs: 10, passed: 7 });
});

test('sorts by name and by the pass rate of any column; scenarios without one are last', () => {
  expect(order({ order: 'desc' })).toEqual(['c', 'b', 'a']);
  expect(order({ sort: 'codex' })).toEqual(['b', 'a', 'c']);
  expect(order({ sort: 'codex', order: 'desc' })).toEqual(['a', 'b', 'c']);
  expect(order({ sort: ALL_COLUMNS })).toEqual(['b', 'a', 'c']);
  expect(order({ sort: 'nobody' })).toEqual(['a', 'b', 'c']);
});

test('leaves out the columns with fewest runs, never a selected one', () => {
  const names = Array.from({ length: 40 }, (_, index) => `label-${index}`);
  const { columns, hidden } = arrangeMatrix(
    {
      cells: names.map((name, index) => cell('a', name, 40 - index, 0)),
      columns: names.map((name) => ({ name, agents: [], models: [] })),
    },
    { ...STATE, picked: ['label-39'] },
  );
  expect(hidden).toBe(24);
  expect(columns.map(({ name }) => name)).toContain('label-39');
  expect(columns.map(({ name }) => name).slice(0, 2)).toEqual(['label-0', 'label-1']);
});

test('new results leave rows and columns in their place; what is new comes last', () => {
  const before = arrange({ sort: 'codex' });
  const cells = [cell('b', 'claude', 90, 0), cell('b', 'codex', 90, 0), cell('0', 'nop', 500, 0), ...CELLS.slice(1, 2)];
  const columns = [...COLUMNS, { name: 'nop', agents: [], models: [] }];
  const now = keepPlaces(arrangeMatrix({ cells, columns }, { ...STATE, sort: 'codex' }), before);
  expect(now.columns.map(({ name }) => name)).toEqual(['codex', 'claude', 'nop']);
  expect(now.rows.map(({ scenario }) => scenario)).toEqual(['b', 'a', '0']);
  expect(now.rows[0]?.total.passed).toBe(180);
});
