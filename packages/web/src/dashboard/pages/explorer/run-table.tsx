import type { RunSummary } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { Empty } from '../../states/empty.tsx';
import { RunWord } from '../runs/run-word.tsx';
import type { ChartQuery } from './chart-query.ts';
import { ColumnChoice } from './column-choice.tsx';
import { ExportBar } from './export-bar.tsx';
import { formatCell, isNumber, type RunField } from './fields.ts';
import type { ExplorerState, useExplorerState } from './use-explorer-state.ts';

interface Props {
  readonly look: ExplorerState;
  readonly query: ChartQuery;
  readonly change: ReturnType<typeof useExplorerState>['change'];
}

/** The runs, in the selected columns and groups. */
export function RunTable({ look, query, change }: Props) {
  const runs = usePages('listRuns', { ...query, limit: 200 });
  const items = runs.data?.pages.flatMap((part) => part.items) ?? [];
  return (
    <Card title="Runs" aside={<ExportBar shown={{ fields: look.columns, runs: items }} more={runs.hasNextPage} />}>
      <ColumnChoice look={look} change={change} />
      <Paged
        pages={runs}
        what="the runs"
        lines={8}
        empty={
          <Empty title="No matching runs">
            <p className="note">Remove a filter, or wait for new runs.</p>
          </Empty>
        }
      >
        {(found) => <Rows runs={found} look={look} />}
      </Paged>
    </Card>
  );
}

function Rows({ runs, look: { columns, group } }: { runs: readonly RunSummary[]; look: ExplorerState }) {
  useLineKeys();
  const groups =
    group === undefined ? [[null, runs] as const] : [...Map.groupBy(runs, (run) => formatCell(group, run))];
  return (
    <ScrollableTable label="Table of runs">
      <table className="sheet explorer-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Open</span>
            </th>
            {columns.map((field) => (
              <th scope="col" key={field.name} className={isNumber(field) ? 'number' : undefined}>
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([title, own]) => (
          <tbody key={title ?? ''}>
            {title === null ? null : (
              <tr className="group-line">
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  <bdi>{title}</bdi> <span className="note">{formatNoun(own.length, 'run')} shown</span>
                </th>
              </tr>
            )}
            {own.map((run) => (
              <Row key={run.run_id} run={run} columns={columns} />
            ))}
          </tbody>
        ))}
      </table>
    </ScrollableTable>
  );
}

function Row({ run, columns }: { run: RunSummary; columns: readonly RunField[] }) {
  return (
    <tr>
      <td>
        <Link to="/runs/$run_id" params={{ run_id: run.run_id } as never} className="line-link">
          <span aria-hidden="true">↗</span>
          <span className="unseen">Open the run {run.run_id}</span>
        </Link>
      </td>
      {columns.map((field) => (
        <td key={field.name} className={isNumber(field) ? 'number' : undefined}>
          {field.name === 'result' ? <RunWord run={run} /> : <bdi>{formatCell(field, run)}</bdi>}
        </td>
      ))}
    </tr>
  );
}
