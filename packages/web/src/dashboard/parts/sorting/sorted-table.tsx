import type { ReactNode } from 'react';
import { ScrollableTable } from '../scrollable-table.tsx';
import { CutNote } from './cut-note.tsx';
import { SortHeader } from './sort-header.tsx';
import type { SortValue } from './sort-rows.ts';
import type { Order, Sorted } from './use-sort.ts';
import { type Rest, useSortedRows } from './use-sorted-rows.ts';

/** A column of a sorted table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** What its rows are sorted by. A column without it does not sort. */
  readonly read?: (row: Row) => SortValue;
  /** The order of the first click (default: ascending). */
  readonly first?: Order;
  readonly isNumber?: boolean;
  /** The title is for screen readers only. */
  readonly isUnseen?: boolean;
  readonly className?: string;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The order of the rows as they came. */
  readonly first: Sorted;
  /** The rest of the list, if it is loaded page by page. */
  readonly rest?: Rest;
  /** The name of the list in the address, if its page has several. */
  readonly list?: string;
  readonly className?: string;
  readonly children: (row: Row) => ReactNode;
}

/** A table whose headings sort it, with the order in the address. */
export function SortedTable<Row>({ label, columns, className = '', children, ...list }: Props<Row>) {
  const { shown, sorted, sort, isCut } = useSortedRows({ columns, ...list });
  return (
    <>
      <ScrollableTable label={label}>
        <table className={`sheet ${className}`.trim()}>
          <thead>
            <tr>
              {columns.map((column) =>
                column.read === undefined ? (
                  <PlainHeader key={column.id} {...column} />
                ) : (
                  <SortHeader
                    key={column.id}
                    title={column.title}
                    isNumber={column.isNumber ?? false}
                    className={column.className ?? ''}
                    order={column.id === sorted.sort ? sorted.order : null}
                    first={column.first ?? 'asc'}
                    sort={(order) => sort({ sort: column.id, order })}
                  />
                ),
              )}
            </tr>
          </thead>
          <tbody>{shown.map((row) => children(row))}</tbody>
        </table>
      </ScrollableTable>
      {isCut ? <CutNote rows={shown.length} /> : null}
    </>
  );
}

function PlainHeader({ title, isNumber, isUnseen, className = '' }: Omit<Column<never>, 'read'>) {
  return (
    <th scope="col" className={`${isNumber ? 'number' : ''} ${className}`.trim()}>
      {isUnseen ? <span className="unseen">{title}</span> : title}
    </th>
  );
}
