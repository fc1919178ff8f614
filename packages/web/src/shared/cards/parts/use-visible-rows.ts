import { type RefObject, useCallback, useEffect, useState } from 'react';

const OVERSCAN = 6;

/** The visible rows of a scrolling list, plus a few on either side. Updates only when they change. */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight }: { count: number; rowHeight: number },
) {
  const [sight, setSight] = useState({ first: 0, shown: 30 });

  const look = useCallback(() => {
    const element = list.current;
    if (element === null) return;
    const first = Math.floor(element.scrollTop / rowHeight);
    const shown = Math.ceil(element.clientHeight / rowHeight);
    setSight((before) => (before.first === first && before.shown === shown ? before : { first, shown }));
  }, [list, rowHeight]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, look]);

  const start = Math.max(0, Math.min(sight.first, count - sight.shown) - OVERSCAN);
  const end = Math.min(count, start + sight.shown + 2 * OVERSCAN);
  return { start, end, look };
}
