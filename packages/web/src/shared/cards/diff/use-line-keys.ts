import { type KeyboardEvent, type RefObject, useCallback } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move between the line numbers of a diff, which is one tab stop. */
export function useLineKeys(list: RefObject<HTMLElement | null>) {
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
