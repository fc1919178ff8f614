import type { RunSummary } from '@assay/schema/api';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMedia } from '../../../shared/media.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useNow } from '../../use-now.ts';
import { RunRow } from './run-row.tsx';

const COLUMNS = [
  ['choose', ''],
  ['standing', 'Result'],
  ['score', 'Scorecard'],
  ['axis', 'AXIS'],
  ['judge', 'Judge'],
  ['gates', 'Gates'],
  ['name', 'Scenario'],
  ['agent', 'Agent'],
  ['cost', 'Cost'],
  ['time', 'Duration'],
  ['when', 'Started'],
] as const;

// fetch the next page before its rows are needed
const ROWS_AHEAD = 30;

interface Props {
  readonly runs: readonly RunSummary[];
  /** Fetches more; null if there is no more, or it is already loading. */
  readonly more: (() => void) | null;
  readonly chosen: ReadonlySet<string>;
  readonly choose: ((run_id: string) => void) | null;
}

/** A virtual list of runs. `j` and `k` move, Enter opens, `x` selects. */
export function RunList({ runs, more, chosen, choose }: Props) {
  const narrow = useMedia('(max-width: 900px)');
  const now = useNow();
  const list = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: runs.length,
    estimateSize: () => (narrow ? 96 : 44),
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => runs[index]?.run_id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: row height depends on `narrow`
  useEffect(() => virtual.measure(), [narrow]);

  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= runs.length - ROWS_AHEAD) more?.();
  }, [last, runs.length, more]);

  const follow = useFollow();
  useRowKeys({ runs, choose, show: (index) => virtual.scrollToIndex(index, { align: 'auto' }) });
  return (
    <table className="runs" aria-label="Runs" aria-rowcount={more === null ? runs.length + 1 : -1}>
      <thead>
        <tr className="run-line run-columns" aria-rowindex={1}>
          {COLUMNS.map(([name, title]) => (
            <th scope="col" className={`cell-${name}`} key={name}>
              {title === '' ? <span className="unseen">Select</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <tbody ref={list} className="run-lines" style={{ height: virtual.getTotalSize() }} onClick={follow}>
        {rows.map(({ index, key, size, start }) => {
          const run = runs[index];
          if (run === undefined) return null;
          return (
            <tr
              key={key}
              className="run-line"
              aria-rowindex={index + 2}
              data-index={index}
              data-chosen={chosen.has(run.run_id) || undefined}
              style={{ height: size, transform: `translateY(${start - top}px)` }}
            >
              <RunRow run={run} now={now} chosen={chosen.has(run.run_id)} choose={choose} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Opens the clicked run without a page load. Modified and other clicks keep the browser's behavior. */
function useFollow() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const target = event.target as Element;
    // find the link from the row: elements with a tooltip cover it
    const link = target.closest('.run-line')?.querySelector<HTMLAnchorElement>('a.row-link');
    if (link == null || target.closest('.cell-choose') !== null) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: link.pathname });
  };
}

interface RowKeys {
  readonly runs: readonly RunSummary[];
  readonly choose: Props['choose'];
  readonly show: (index: number) => void;
}

/** Moves the focus between rows. The position is read from the focus, so that Tab and `j` agree. */
function useRowKeys({ runs, choose, show }: RowKeys): void {
  const move = (step: number) => {
    const from = focusedRow();
    const to = Math.max(0, Math.min(runs.length - 1, from === null ? 0 : from + step));
    show(to);
    // the row may have to be rendered first
    requestAnimationFrame(() => requestAnimationFrame(() => linkOf(to)?.focus({ preventScroll: true })));
  };
  const runAt = () => runs[focusedRow() ?? -1];
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => choose?.(runAt()?.run_id ?? ''),
  });
}

const linkOf = (index: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.run-line[data-index="${index}"] .row-link`);

function focusedRow(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('.run-line[data-index]');
  return row == null ? null : Number(row.dataset['index']);
}
