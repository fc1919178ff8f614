import { useEffect } from 'react';
import { type SortValue, sortRows } from './sort-rows.ts';
import { type Order, type Sorted, type SortState, useSort } from './use-sort.ts';

/** The rest of a list that is loaded page by page. */
export interface Rest {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly error: Error | null;
  fetchNextPage(): unknown;
}

export interface SortedRows<Row> extends SortState {
  readonly shown: readonly Row[];
  /** Whether the list is too long to be sorted as a whole. */
  readonly isCut: boolean;
}

interface Options<Row> {
  /** What rows can be sorted by. */
  readonly columns: readonly {
    readonly id: string;
    readonly read?: (row: Row) => SortValue;
    readonly first?: Order;
  }[];
  readonly rows: readonly Row[];
  /** The order of the rows as they came. */
  readonly first: Sorted;
  readonly rest?: Rest | undefined;
  readonly list?: string | undefined;
}

// a list that people sort is short; more would be slow to load and to draw
const MOST_SORTED = 1_000;

/** Rows in the order that the address asks for. To sort a list, the rest of it is loaded. */
export function useSortedRows<Row>({ columns, rows, first, rest, list }: Options<Row>): SortedRows<Row> {
  const { sorted, sort } = useSort({
    columns: columns.map(({ id }) => id),
    first,
    columnOrder: (column) => columns.find(({ id }) => id === column)?.first ?? 'asc',
    list,
  });
  const isAsItCame = sorted.sort === first.sort && sorted.order === first.order;
  const isFull = rows.length >= MOST_SORTED;
  useRest(isAsItCame || isFull ? undefined : rest);
  const read = columns.find(({ id }) => id === sorted.sort)?.read;
  return {
    sorted,
    sort,
    shown: isAsItCame || read === undefined ? rows : sortRows(rows, { read, order: sorted.order }),
    isCut: !isAsItCame && isFull && rest?.hasNextPage === true,
  };
}

/** Loads the rest of a list, page by page. */
function useRest(rest: Rest | undefined): void {
  const isDue = rest?.hasNextPage === true && !rest.isFetchingNextPage && rest.error === null;
  useEffect(() => {
    if (isDue) void rest?.fetchNextPage();
  }, [isDue, rest]);
}
