import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readSearchText, type Search } from '../../search.ts';
import { parseTab, type Tab } from './tabs.ts';

/** The position in a run. All of it is in the URL. */
export interface RunPosition {
  readonly tab: Tab;
  /** The open interaction. */
  readonly interaction: string | null;
  /** The transcript entry to show. */
  readonly entry: string | null;
  /** The changed file to show. */
  readonly file: string | null;
  readonly scorer: string | null;
}

const NOWHERE = { interaction: undefined, entry: undefined, file: undefined, scorer: undefined };

/** The position and a function to change it. Only a change of tab adds a history entry. */
export function useRunPosition() {
  const search = useSearch({ strict: false }) as Search;
  const router = useRouter();
  const place: RunPosition = {
    tab: parseTab(readSearchText(search, 'tab')),
    interaction: readSearchText(search, 'interaction') ?? null,
    entry: readSearchText(search, 'entry') ?? null,
    file: readSearchText(search, 'file') ?? null,
    scorer: readSearchText(search, 'scorer') ?? null,
  };
  // stable identity: a new function would rebuild the view of the run
  const go = useCallback(
    (next: Partial<RunPosition>) => {
      const now = parseTab(readSearchText(router.state.location.search as Search, 'tab'));
      const tab = next.tab ?? now;
      void router.navigate({
        to: '.',
        search: { ...NOWHERE, ...next, tab: tab === 'overview' ? undefined : tab } as never,
        replace: tab === now,
        // an entry is scrolled to, so do not reset the scroll position
        resetScroll: tab !== now && next.entry === undefined,
      });
    },
    [router],
  );
  return { place, go };
}

export type GoTo = ReturnType<typeof useRunPosition>['go'];
