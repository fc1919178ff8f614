import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { RowLayout } from './row-layout.ts';

const OVERSCAN = 6;
const FIRST_ROWS = 30;

/** The visible rows of a scrolling list, plus a few on either side. Updates only when they change. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, layout: RowLayout) {
  const [sight, setSight] = useState({ first: 0, last: FIRST_ROWS });

  const look = useCallback(() => {
    const element = list.current;
    if (element === null) return;
    const first = layout.rowAt(element.scrollTop);
    const last = layout.rowAt(element.scrollTop + element.clientHeight);
    setSight((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, [list, layout]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, look]);

  const shown = sight.last - sight.first + 1;
  const start = Math.max(0, Math.min(sight.first, layout.count - shown) - OVERSCAN);
  const end = Math.min(layout.count, start + shown + 2 * OVERSCAN);
  return { start, end, look };
}
