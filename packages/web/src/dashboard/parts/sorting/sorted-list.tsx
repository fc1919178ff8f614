import { type ReactNode, useId } from 'react';
import { CutNote } from './cut-note.tsx';
import type { SortValue } from './sort-rows.ts';
import type { Order, Sorted } from './use-sort.ts';
import { type Rest, useSortedRows } from './use-sorted-rows.ts';

/** One way to sort a list that has no columns. */
export interface SortChoice<Row> {
  readonly id: string;
  readonly title: string;
  readonly read: (row: Row) => SortValue;
  readonly first: Order;
}

interface Props<Row> {
  /** The first one is the order of the rows as they came. */
  readonly choices: readonly [SortChoice<Row>, ...SortChoice<Row>[]];
  readonly rows: readonly Row[];
  readonly rest?: Rest;
  readonly children: (row: Row) => ReactNode;
}

/** A list without columns, with a choice of orders. The order is in the address. */
export function SortedList<Row>({ choices, rows, rest, children }: Props<Row>) {
  const id = useId();
  const [asItCame] = choices;
  const first: Sorted = { sort: asItCame.id, order: asItCame.first };
  const { shown, sorted, sort, isCut } = useSortedRows({ columns: choices, rows, first, rest });
  const change = (wanted: string) => {
    const choice = choices.find((one) => one.id === wanted);
    if (choice !== undefined) sort({ sort: choice.id, order: choice.first });
  };
  return (
    <>
      {rows.length < 2 ? null : (
        <p className="sort-choice">
          <label htmlFor={id}>Sort by</label>
          <select id={id} value={sorted.sort} onChange={(event) => change(event.target.value)}>
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.title}
              </option>
            ))}
          </select>
        </p>
      )}
      {shown.map((row) => children(row))}
      {isCut ? <CutNote rows={shown.length} /> : null}
    </>
  );
}
