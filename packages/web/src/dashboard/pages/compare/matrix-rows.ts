import type { Answer } from '@assay/sdk/core';
import { computePassRate } from '../explorer/pass-rate.ts';
import { ALL_COLUMNS, type MatrixState } from './matrix-state.ts';

type Matrix = Answer<'getRunMatrix'>;
export type Column = Matrix['columns'][number];
export type Cell = Omit<Matrix['cells'][number], 'scenario' | 'column'>;

/** A scenario, with a cell for each column that has runs of it. */
interface MatrixRow {
  readonly scenario: string;
  readonly cells: ReadonlyMap<string, Cell>;
  /** Over all columns. */
  readonly total: Cell;
}

/** The rows of the matrix, and the totals of its columns. */
export interface MatrixView {
  readonly columns: readonly Column[];
  /** Columns left out, because a table of more cannot be read. */
  readonly hidden: number;
  readonly rows: readonly MatrixRow[];
  readonly totals: ReadonlyMap<string, Cell>;
  readonly total: Cell;
}

const MOST_COLUMNS = 16;

/** Arranges the cells: the columns with most runs first, and the rows in the order of the state. */
export function arrangeMatrix({ cells, columns }: Pick<Matrix, 'cells' | 'columns'>, state: MatrixState): MatrixView {
  const byColumn = Map.groupBy(cells, ({ column }) => column);
  const totals = new Map([...byColumn].map(([name, own]) => [name, addUp(own)]));
  const shown = columns
    .toSorted((a, b) => rankOf(b.name, state, totals) - rankOf(a.name, state, totals))
    .slice(0, MOST_COLUMNS)
    .toSorted((a, b) => runsOf(b.name, totals) - runsOf(a.name, totals) || compareNames(a.name, b.name));
  const names = new Set(shown.map(({ name }) => name));
  const drawn = cells.filter(({ column }) => names.has(column));
  const rows = [...Map.groupBy(drawn, ({ scenario }) => scenario)].map(([scenario, own]) => ({
    scenario,
    cells: new Map(own.map((cell) => [cell.column, cell])),
    total: addUp(own),
  }));
  return {
    columns: shown,
    hidden: columns.length - shown.length,
    rows: rows.toSorted(orderRows(state)),
    totals,
    total: addUp(drawn),
  };
}

/** The view with what was drawn before in its place, and what is new at the end. */
export function keepPlaces(view: MatrixView, { columns, rows }: Pick<MatrixView, 'columns' | 'rows'>): MatrixView {
  const keep = <One>(now: readonly One[], before: readonly One[], readName: (one: One) => string): One[] => {
    const places = new Map(before.map((one, place) => [readName(one), place]));
    const findPlace = (one: One) => places.get(readName(one)) ?? places.size;
    return now.toSorted((a, b) => findPlace(a) - findPlace(b));
  };
  return {
    ...view,
    columns: keep(view.columns, columns, ({ name }) => name),
    rows: keep(view.rows, rows, ({ scenario }) => scenario),
  };
}

const rankOf = (name: string, { picked }: MatrixState, totals: ReadonlyMap<string, Cell>): number =>
  picked.includes(name) ? Number.POSITIVE_INFINITY : runsOf(name, totals);

const runsOf = (name: string, totals: ReadonlyMap<string, Cell>): number => totals.get(name)?.runs ?? 0;

const compareNames = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

function orderRows({ sort, order }: MatrixState): (a: MatrixRow, b: MatrixRow) => number {
  const sign = order === 'asc' ? 1 : -1;
  const byName = (a: MatrixRow, b: MatrixRow) => compareNames(a.scenario, b.scenario);
  if (sort === null) return (a, b) => sign * byName(a, b);
  return (a, b) => {
    const [left, right] = [rateOf(a, sort), rateOf(b, sort)];
    // scenarios without a rate come last in both orders
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b);
    return sign * (left - right) || byName(a, b);
  };
}

function rateOf({ cells, total }: MatrixRow, column: string): number | null {
  const cell = column === ALL_COLUMNS ? total : cells.get(column);
  return cell === undefined ? null : computePassRate(cell);
}

/** Cells as one: counts add up, and means count their runs. */
function addUp(cells: readonly Cell[]): Cell {
  const sum = (value: (cell: Cell) => number | null): number =>
    cells.reduce((all, cell) => all + (value(cell) ?? 0), 0);
  const timed = cells.filter(({ mean_wall_ms }) => mean_wall_ms !== null);
  const timed_runs = timed.reduce((all, { runs }) => all + runs, 0);
  const costed = sum((cell) => cell.costed);
  return {
    runs: sum((cell) => cell.runs),
    passed: sum((cell) => cell.passed),
    not_passed: sum((cell) => cell.not_passed),
    tampered: sum((cell) => cell.tampered),
    unchecked: sum((cell) => cell.unchecked),
    errored: sum((cell) => cell.errored),
    mean_score: null,
    cost_usd_micros: costed === 0 ? null : sum((cell) => cell.cost_usd_micros),
    costed,
    mean_wall_ms: timed_runs === 0 ? null : sum((cell) => (cell.mean_wall_ms ?? 0) * cell.runs) / timed_runs,
    recent: [],
    recent_review: [],
  };
}
