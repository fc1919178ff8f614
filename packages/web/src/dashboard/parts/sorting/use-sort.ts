import { useNavigate, useSearch } from '@tanstack/react-router';
import { readSearchText, type Search } from '../../search.ts';

export type Order = 'asc' | 'desc';

export interface Sorted<Column extends string = string> {
  readonly sort: Column;
  readonly order: Order;
}

/** How a list is sorted, and how to change it. */
export interface SortState<Column extends string = string> {
  readonly sorted: Sorted<Column>;
  readonly sort: (sorted: Sorted<Column>) => void;
}

interface Options<Column extends string> {
  readonly columns: readonly Column[];
  /** The order if the address says nothing. */
  readonly first: Sorted<Column>;
  /** The order of a column if the address names only the column; default: as at first. */
  readonly columnOrder?: (column: Column) => Order;
  /** The name of the list, if its page has several. */
  readonly list?: string | undefined;
}

/** How a list is sorted, in the address: `?sort=cost&order=desc`. */
export function useSort<Column extends string>(options: Options<Column>): SortState<Column> {
  const { columns, first, columnOrder = () => first.order, list } = options;
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [sortField, orderField] = list === undefined ? ['sort', 'order'] : [`${list}_sort`, `${list}_order`];
  const column = columns.find((one) => one === readSearchText(search, sortField)) ?? first.sort;
  const asked = readSearchText(search, orderField);
  const isOrder = asked === 'asc' || asked === 'desc';
  return {
    sorted: { sort: column, order: isOrder ? asked : column === first.sort ? first.order : columnOrder(column) },
    sort: ({ sort, order }) =>
      void navigate({ to: '.', search: { ...search, [sortField]: sort, [orderField]: order } as never, replace: true }),
  };
}
