import { type ComparedRow, describeDelta, describeOutcome } from '@assay/scoring';
import { Fragment, useState } from 'react';
import { assignColors } from '../../../shared/agent-colors.ts';
import { outcomeTone } from '../../../shared/comparison.ts';
import { formatCount, formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { InnerLink } from '../../parts/sharing/shared.tsx';
import { SortHeader } from '../../parts/sorting/sort-header.tsx';
import { MatrixCell } from './matrix-cell.tsx';
import { MatrixHead } from './matrix-head.tsx';
import type { MatrixView } from './matrix-rows.ts';
import { ALL_COLUMNS, type MatrixState, togglePick, toggleSort } from './matrix-state.ts';

const SHOWN = 100;
const MOST_OUTCOMES = 3;

interface Props {
  readonly view: MatrixView;
  readonly state: MatrixState;
  readonly change: (some: Partial<MatrixState>) => void;
  /** How the picked candidate did on each scenario; undefined unless two columns are compared. */
  readonly outcomes: ReadonlyMap<string, readonly ComparedRow[]> | undefined;
}

/** Scenarios by agents or labels. A cell leads to its runs, a heading selects or sorts its column. */
export function MatrixTable({ view, state, change, outcomes }: Props) {
  const [whole, setWhole] = useState(false);
  const { columns, rows, totals, total } = view;
  const several = columns.length > 1;
  const colors = assignColors(columns.map(({ name }) => name));
  const shown = whole ? rows : rows.slice(0, SHOWN);
  const field = state.columns === 'agent' ? 'agent_id' : 'label';
  const orderOf = (sort: string | null) => (state.sort === sort ? state.order : null);
  const sortBy = (sort: string | null) => () => change(toggleSort(state, sort));
  return (
    <>
      <ScrollableTable label="Pass rates">
        <table className="pass-matrix">
          <thead>
            <tr>
              <SortHeader title="Scenario" order={orderOf(null)} first="asc" sort={sortBy(null)} />
              {columns.map((column) => (
                <MatrixHead
                  key={column.name}
                  column={column}
                  color={colors.get(column.name)}
                  role={roleOf(state.picked, column.name)}
                  order={orderOf(column.name)}
                  sort={sortBy(column.name)}
                  pick={() => change({ picked: togglePick(state.picked, column.name) })}
                />
              ))}
              {several ? (
                <SortHeader title="All" order={orderOf(ALL_COLUMNS)} first="asc" sort={sortBy(ALL_COLUMNS)} />
              ) : null}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.scenario}>
                <th scope="row">
                  <InnerLink className="matrix-name" to="/runs" search={{ scenario: row.scenario }}>
                    <bdi>{visibleLine(row.scenario)}</bdi>
                  </InnerLink>
                  {outcomes === undefined ? null : <Outcomes tasks={outcomes.get(row.scenario)} />}
                </th>
                {columns.map(({ name }) => (
                  <MatrixCell
                    key={name}
                    cell={row.cells.get(name)}
                    filter={{ scenario: row.scenario, [field]: name }}
                  />
                ))}
                {several ? <MatrixCell cell={row.total} filter={{ scenario: row.scenario }} /> : null}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All {formatNoun(rows.length, 'scenario')}</th>
              {columns.map(({ name }) => (
                <MatrixCell key={name} cell={totals.get(name)} filter={{ [field]: name }} />
              ))}
              {several ? <MatrixCell cell={total} filter={{}} /> : null}
            </tr>
          </tfoot>
        </table>
      </ScrollableTable>
      {shown.length === rows.length ? null : (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          Show all {formatCount(rows.length)} scenarios
        </button>
      )}
    </>
  );
}

const roleOf = (picked: readonly string[], name: string): 'baseline' | 'candidate' | null => {
  const place = picked.indexOf(name);
  return place === -1 ? null : place === 0 ? 'baseline' : 'candidate';
};

/** One outcome, or one per agent if a label has runs of several: the worst first. */
function Outcomes({ tasks = [] }: { tasks: readonly ComparedRow[] | undefined }) {
  if (tasks.length === 0) return <span className="matrix-outcome note">not compared</span>;
  return (
    <span className="matrix-outcome">
      {tasks.slice(0, MOST_OUTCOMES).map((row) => (
        <Fragment key={row.task_id}>
          <span className="pill" data-tone={outcomeTone(row)}>
            {describeOutcome(row)}
          </span>
          <span className="note">
            {tasks.length === 1 ? '' : `${visibleLine(row.task?.agent ?? '')} `}
            {describeDelta(row.delta)}
          </span>
        </Fragment>
      ))}
      {tasks.length > MOST_OUTCOMES ? <span className="note">and {tasks.length - MOST_OUTCOMES} more</span> : null}
    </span>
  );
}
