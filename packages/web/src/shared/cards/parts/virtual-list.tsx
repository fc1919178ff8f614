import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { useVisibleRows } from './use-visible-rows.ts';

// a printed list cannot scroll, so it is limited
const PRINTED = 300;

interface Props {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The open row, if it is in the list. */
  readonly selected: number | null;
  readonly onOpen: (row: number) => void;
  readonly renderRow: (row: number) => ReactNode;
}

/** A virtual list with rows of equal height. Arrow keys move, Enter opens. */
export function VirtualList({ label, count, rowHeight, selected, onOpen, renderRow }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const printing = useMedia('print');
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, count - 1);
  const { start, end, look } = useVisibleRows(list, { count, rowHeight });
  const [from, to] = printing ? [0, Math.min(count, PRINTED)] : [start, end];

  const move = (row: number) => {
    const next = Math.max(0, Math.min(count - 1, row));
    setActive(next);
    reveal(list.current, next * rowHeight, rowHeight);
  };

  useEffect(() => {
    if (selected === null) return;
    setActive(selected);
    reveal(list.current, selected * rowHeight, rowHeight);
  }, [selected, rowHeight]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight) - 1);
    const row = rowAfter(event.key, { active, page, count });
    if (row === null && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (row === null) onOpen(active);
    else move(row);
  };

  const onClick = (event: MouseEvent) => {
    const row = Number((event.target as Element).closest('[data-row]')?.getAttribute('data-row') ?? Number.NaN);
    if (Number.isNaN(row)) return;
    setActive(row);
    onOpen(row);
  };

  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  return (
    <>
      <div
        ref={list}
        className="rows"
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={active >= from && active < to ? `${id}-${active}` : undefined}
        onScroll={look}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div className="rows-all" role="presentation" style={printing ? {} : { height: count * rowHeight }}>
          {rows.map((row) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus; the active row may be unmounted
            <div
              key={row}
              id={`${id}-${row}`}
              className="row"
              role="option"
              aria-selected={row === selected}
              aria-setsize={count}
              aria-posinset={row + 1}
              data-row={row}
              data-active={row === active || undefined}
              style={{ height: rowHeight, top: row * rowHeight }}
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

function reveal(list: HTMLElement | null, top: number, height: number): void {
  if (list === null) return;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}
