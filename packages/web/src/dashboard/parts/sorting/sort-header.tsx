import '../parts.css';
import type { Order } from './use-sort.ts';

interface Props {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly className?: string;
  /** The order of this column; null if the table is sorted by another. */
  readonly order: Order | null;
  /** The order of the first click. */
  readonly first: Order;
  readonly sort: (order: Order) => void;
}

/** The head of a column that sorts its table. */
export function SortHeader({ title, isNumber = false, className = '', order, first, sort }: Props) {
  const next = order === null ? first : order === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      className={`${isNumber ? 'number' : ''} ${className}`.trim()}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort" onClick={() => sort(next)}>
        {title}
        <span aria-hidden="true">{order === null ? '' : order === 'asc' ? ' ↑' : ' ↓'}</span>
      </button>
    </th>
  );
}
