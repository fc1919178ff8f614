import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { type DiffRow, isCode } from '../../diff/diff-rows.ts';
import { isLine, type LineRef } from '../../diff/line-ref.ts';
import { type SplitRow, splitRows } from '../../diff/split-rows.ts';
import { formatCount } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { evenRows } from '../parts/row-layout.ts';
import { useVisibleRows } from '../parts/use-visible-rows.ts';
import { DiffLine, type LineLinks, SplitLine } from './diff-line.tsx';

const ROW_HEIGHT = 20;
// shorter lists are rendered whole, so that findings can wrap
const WHOLE_ROWS = 1_000;
// a printed list cannot scroll, so it is limited
const PRINTED = 300;
// longer lines are cut
const LINE_LENGTH = 2_000;

interface Props {
  readonly label: string;
  readonly path: string;
  readonly rows: readonly DiffRow[];
  /** Shows the old and the new file side by side. */
  readonly split?: boolean;
  /** The line to highlight and scroll to. */
  readonly linked?: LineRef | null;
  /** Addresses of the lines; without them line numbers are not links. */
  readonly links?: LineLinks | undefined;
}

/** The lines of a patch. A long list renders only the visible ones. */
export function DiffLines({ label, path, rows, split = false, linked = null, links }: Props) {
  const list = useRef<HTMLElement>(null);
  const printing = useMedia('print');
  const shown: readonly (DiffRow | SplitRow)[] = useMemo(() => (split ? splitRows(rows) : rows), [rows, split]);
  const isLong = shown.length > WHOLE_ROWS;
  const layout = useMemo(() => evenRows(shown.length, ROW_HEIGHT), [shown.length]);
  const { start, end, look } = useVisibleRows(list, layout);
  const [from, to] = rangeOf({ count: shown.length, printing, sight: isLong ? { start, end } : null });
  const isAt = (row: DiffRow | SplitRow | undefined) => hasLine(row, linked);
  const at = linked === null ? -1 : shown.findIndex(isAt);
  const first = at === -1 ? shown.findIndex(isChange) : at;
  const onKeyDown = useLineKeys(list);
  useEffect(() => (at === -1 ? undefined : revealRow(list.current, at)), [at]);
  // computed over all lines, so that the width does not change while scrolling
  const width = useMemo(() => (isLong && !split ? rows.reduce(wider, 0) : 0), [rows, isLong, split]);
  const size = { height: layout.height, minWidth: `${width}ch` };
  return (
    <>
      <section
        ref={list}
        className="diff-lines"
        data-long={isLong || undefined}
        data-split={split || undefined}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        onScroll={isLong ? look : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={isLong && !printing ? size : {}}>
          <div className="diff-sight" style={{ top: from * ROW_HEIGHT }}>
            {shown.slice(from, to).map((row, offset) => {
              const index = from + offset;
              const line = {
                path,
                links,
                isLinked: index === at,
                isMarked: shown[index + 1]?.kind === 'finding',
                isTabStop: index === Math.max(first, from),
              };
              return row.kind === 'pair' ? (
                <SplitLine key={index} pair={row} {...line} />
              ) : (
                <DiffLine key={index} row={row} {...line} />
              );
            })}
          </div>
        </div>
      </section>
      {printing && shown.length > PRINTED ? <p className="note">{tellPrinted(shown.length)}</p> : null}
    </>
  );
}

interface Range {
  readonly count: number;
  readonly printing: boolean;
  readonly sight: { readonly start: number; readonly end: number } | null;
}

function rangeOf({ count, printing, sight }: Range): [from: number, to: number] {
  if (printing) return [0, Math.min(count, PRINTED)];
  return sight === null ? [0, count] : [sight.start, sight.end];
}

const hasLine = (row: DiffRow | SplitRow | undefined, linked: LineRef | null): boolean => {
  if (row === undefined || linked === null) return false;
  return row.kind === 'pair' ? isLine(row[linked.side], linked) : isLine(row, linked);
};

const isChange = (row: DiffRow | SplitRow): boolean => {
  if (row.kind === 'pair') return row.before?.kind !== 'context';
  return row.kind === 'added' || row.kind === 'removed';
};

// a long list renders a row within a few frames after it has scrolled to it
const MOST_FRAMES = 30;

/** Scrolls to a row, which a long list may not have rendered yet. Returns a function that stops waiting for it. */
function revealRow(list: HTMLElement | null, index: number): () => void {
  if (list === null) return () => {};
  list.scrollIntoView({ block: 'nearest' });
  list.scrollTop = index * ROW_HEIGHT - list.clientHeight / 2;
  let frame = 0;
  const look = (left: number) => {
    frame = requestAnimationFrame(() => {
      const row = list.querySelector<HTMLElement>('[data-linked]');
      if (row === null && left > 0) return look(left - 1);
      row?.scrollIntoView({ block: 'center', inline: 'nearest' });
      row?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
    });
  };
  look(MOST_FRAMES);
  return () => cancelAnimationFrame(frame);
}

const wider = (width: number, row: DiffRow): number =>
  isCode(row) ? Math.max(width, Math.min(row.text.length, LINE_LENGTH)) : width;

const tellPrinted = (count: number): string =>
  `The first ${formatCount(PRINTED)} of ${formatCount(count)} lines are printed.`;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between the line numbers of a diff, which is one tab stop. */
function useLineKeys(list: RefObject<HTMLElement | null>) {
  return useCallback(
    (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || !(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a.diff-number') ?? [])];
      links[links.indexOf(event.target) + step]?.focus();
    },
    [list],
  );
}
