import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { evenRows, type RowLayout } from './row-layout.ts';
import { useVisibleRows } from './use-visible-rows.ts';

// a printed list cannot scroll, so it is limited
const PRINTED = 300;

/** The place of a row in a tree. */
export interface TreeRow {
  readonly level: number;
  /** Undefined for a row with nothing below it. */
  readonly expanded: boolean | undefined;
}

interface Props {
  readonly label: string;
  readonly count: number;
  /** One height for all rows, or a layout. A layout must keep its identity while the rows stay the same. */
  readonly rowHeight: number | RowLayout;
  /** The open row, if it is in the list. */
  readonly selected: number | null;
  readonly onOpen: (row: number) => void;
  readonly renderRow: (row: number) => ReactNode;
  /** Makes the list a tree: the arrow keys to the right and left expand and collapse a row. */
  readonly tree?: {
    readonly rowOf: (row: number) => TreeRow;
    readonly onToggle: (row: number) => void;
  };
  /** Whether moving opens: for a list beside its details. */
  readonly opensOnMove?: boolean;
}

/** A virtual list. Arrow keys move, Enter opens. */
export function VirtualList({ label, count, rowHeight, selected, onOpen, renderRow, tree, opensOnMove }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const printing = useMedia('print');
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, count - 1);
  const layout = useMemo(
    () => (typeof rowHeight === 'number' ? evenRows(count, rowHeight) : rowHeight),
    [count, rowHeight],
  );
  const { start, end, look } = useVisibleRows(list, layout);
  const [from, to] = printing ? [0, Math.min(count, PRINTED)] : [start, end];

  const move = (row: number) => {
    const next = Math.max(0, Math.min(count - 1, row));
    setActive(next);
    reveal(list.current, layout, next);
    if (opensOnMove && next !== active) onOpen(next);
  };

  useEffect(() => {
    if (selected === null) return;
    setActive(selected);
    reveal(list.current, layout, selected);
  }, [selected, layout]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, layout.rowAt(list.current?.clientHeight ?? 0) - 1);
    const row = rowAfter(event.key, { active, page, count });
    const toggles = tree !== undefined && isToggle(event.key, tree.rowOf(active));
    if (row === null && !toggles && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (row !== null) move(row);
    else if (toggles) tree.onToggle(active);
    else onOpen(active);
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const row = Number(target.closest('[data-row]')?.getAttribute('data-row') ?? Number.NaN);
    if (Number.isNaN(row)) return;
    setActive(row);
    if (target.closest('[data-toggle]') === null) onOpen(row);
    else tree?.onToggle(row);
  };

  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is that of a list or a tree */}
      <div
        ref={list}
        className="rows"
        {...{ role: tree === undefined ? 'listbox' : 'tree', 'aria-label': label }}
        {...(active >= from && active < to ? { 'aria-activedescendant': `${id}-${active}` } : {})}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
        tabIndex={0}
        onScroll={look}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div className="rows-all" role="presentation" style={printing ? {} : { height: layout.height }}>
          {rows.map((row) => (
            <div
              key={row}
              id={`${id}-${row}`}
              className="row"
              {...(tree === undefined ? LISTED : treeAttributes(tree.rowOf(row)))}
              {...{ 'aria-selected': row === selected, 'aria-setsize': count, 'aria-posinset': row + 1 }}
              data-row={row}
              data-active={row === active || undefined}
              style={{ height: layout.topOf(row + 1) - layout.topOf(row), top: layout.topOf(row) }}
            >
              {renderRow(row)}
            </div>
          ))}
        </div>
      </div>
      {printing && count > PRINTED ? <p className="note">{tellPrinted(count)}</p> : null}
    </>
  );
}

const LISTED = { role: 'option' };

const treeAttributes = ({ level, expanded }: TreeRow) => ({
  role: 'treeitem',
  'aria-level': level,
  'aria-expanded': expanded,
});

const isToggle = (key: string, { expanded }: TreeRow): boolean =>
  (key === 'ArrowRight' && expanded === false) || (key === 'ArrowLeft' && expanded === true);

const tellPrinted = (count: number): string =>
  `The first ${formatCount(PRINTED)} of ${formatCount(count)} are printed.`;

function rowAfter(key: string, at: { active: number; page: number; count: number }): number | null {
  switch (key) {
    case 'ArrowDown':
      return at.active + 1;
    case 'ArrowUp':
      return at.active - 1;
    case 'PageDown':
      return at.active + at.page;
    case 'PageUp':
      return at.active - at.page;
    case 'Home':
      return 0;
    case 'End':
      return at.count - 1;
    default:
      return null;
  }
}

function reveal(list: HTMLElement | null, layout: RowLayout, row: number): void {
  if (list === null) return;
  const [top, bottom] = [layout.topOf(row), layout.topOf(row + 1)];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
