import type { RunSummary } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { CutNote } from '../../parts/sorting/cut-note.tsx';
import { SortHeader } from '../../parts/sorting/sort-header.tsx';
import type { Order } from '../../parts/sorting/use-sort.ts';
import { type Rest, useSortedRows } from '../../parts/sorting/use-sorted-rows.ts';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { Empty } from '../../states/empty.tsx';
import { RunWord } from '../runs/run-word.tsx';
import type { ChartQuery } from './chart-query.ts';
import { ColumnChoice } from './column-choice.tsx';
import { FORMATS, type ShownRows } from './export-rows.ts';
import { formatCell, isNumber, type RunField, readValue, usualColumns } from './fields.ts';
import type { ExplorerState, useExplorerState } from './use-explorer-state.ts';

interface Props {
  readonly look: ExplorerState;
  readonly query: ChartQuery;
  readonly change: ReturnType<typeof useExplorerState>['change'];
}

/** The runs, in the selected columns and groups. */
export function RunTable({ look: chosen, query, change }: Props) {
  const runs = usePages('listRuns', { ...query, limit: 200 });
  const items = runs.data?.pages.flatMap((part) => part.items) ?? [];
  const look = { ...chosen, columns: chosen.is_usual ? usualColumns(chosen.columns, items) : chosen.columns };
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
        {(found) => <Rows runs={found} look={look} rest={runs} />}
      </Paged>
    </Card>
  );
}

const NEWEST = { sort: 'created_at', order: 'desc' } as const;

interface RowsProps {
  readonly runs: readonly RunSummary[];
  readonly look: ExplorerState;
  readonly rest: Rest;
}

function Rows({ runs, look: { columns, group }, rest }: RowsProps) {
  useLineKeys();
  const { shown, sorted, sort, isCut } = useSortedRows({
    columns: columns.map((field) => ({
      id: field.name,
      read: (run: RunSummary) => readValue(field, run),
      first: firstOrder(field),
    })),
    ...{ rows: runs, first: NEWEST, rest },
  });
  const groups =
    group === undefined ? [[null, shown] as const] : [...Map.groupBy(shown, (run) => formatCell(group, run))];
  return (
    <>
      <ScrollableTable label="Table of runs">
        <table className="sheet explorer-table">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Open</span>
              </th>
              {columns.map((field) => (
                <SortHeader
                  key={field.name}
                  title={field.title}
                  isNumber={isNumber(field)}
                  order={field.name === sorted.sort ? sorted.order : null}
                  first={firstOrder(field)}
                  sort={(order) => sort({ sort: field.name, order })}
                />
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
      {isCut ? <CutNote rows={shown.length} /> : null}
    </>
  );
}

const firstOrder = (field: RunField): Order => (isNumber(field) || field.kind === 'instant' ? 'desc' : 'asc');

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

/** Exports the shown rows to a file. */
function ExportBar({ shown, more }: { shown: ShownRows; more: boolean }) {
  const [error, setError] = useState<unknown>(null);
  const take = async (format: (typeof FORMATS)[number]) => {
    setError(null);
    try {
      saveFile({ content: await format.write(shown), type: format.type, name: `runs.${format.id}` });
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <fieldset className="export" aria-label="Export">
      <span className="note">
        {more ? 'Export the ' : 'Export all '}
        {formatNoun(shown.runs.length, 'run')} shown as
      </span>
      {FORMATS.map((format) => (
        <button key={format.id} type="button" disabled={shown.runs.length === 0} onClick={() => void take(format)}>
          {format.title}
        </button>
      ))}
      <ActionError error={error} />
    </fieldset>
  );
}
