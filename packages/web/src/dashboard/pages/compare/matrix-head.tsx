import { formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { useIsShared } from '../../parts/sharing/shared.tsx';
import type { Column } from './matrix-rows.ts';

interface Props {
  readonly column: Column;
  readonly color: string | undefined;
  /** Its side in the comparison; null if it is not selected. */
  readonly role: 'baseline' | 'candidate' | null;
  readonly order: 'asc' | 'desc' | null;
  readonly sort: () => void;
  readonly pick: () => void;
}

/** The head of a column: selects it for a comparison, or sorts by its pass rate. */
export function MatrixHead({ column: { name, models }, color, role, order, sort, pick }: Props) {
  const isShared = useIsShared();
  const title = (
    <>
      <span className="swatch" style={{ background: color }} />
      <bdi>{visibleLine(name)}</bdi>
    </>
  );
  return (
    <th
      scope="col"
      className="matrix-head"
      data-role={role ?? undefined}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <span className="matrix-role">{role}</span>
      {isShared ? (
        <span className="matrix-column">{title}</span>
      ) : (
        <label className="matrix-column">
          <input type="checkbox" checked={role !== null} onChange={pick} />
          <span className="unseen">Compare </span>
          {title}
        </label>
      )}
      <span className="matrix-model">
        <span>{describeModels(models)}</span>
        <button type="button" className="sort" onClick={sort}>
          <span className="unseen">Sort by the pass rate of {visibleLine(name)}</span>
          <span aria-hidden="true">{order === null ? '↕' : order === 'asc' ? '↑' : '↓'}</span>
        </button>
      </span>
    </th>
  );
}

function describeModels(models: readonly string[]): string {
  const [only, ...others] = models;
  if (only === undefined) return '';
  return others.length === 0 ? visibleLine(only) : formatNoun(models.length, 'model');
}
