import type { Order } from './use-sort.ts';

/** What a row is sorted by. Instants sort as text. */
export type SortValue = string | number | null;

interface Sorting<Row> {
  readonly read: (row: Row) => SortValue;
  readonly order: Order;
}

/** Sorts rows; those without a value are always last. Equal ones stay in their order. */
export function sortRows<Row>(rows: readonly Row[], { read, order }: Sorting<Row>): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, two] = [read(a), read(b)];
    if (one === null || two === null) return Number(one === null) - Number(two === null);
    if (typeof one === 'number' && typeof two === 'number') return sign * (one - two);
    return sign * String(one).localeCompare(String(two), 'en');
  });
}
