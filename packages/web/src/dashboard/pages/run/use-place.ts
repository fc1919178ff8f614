import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Search, textOf } from '../../search.ts';
import { parseTab, type Tab } from './tabs.ts';

/** The position in a run. All of it is in the URL. */
export interface Place {
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
export function usePlace() {
  const search = useSearch({ strict: false }) as Search;
  const router = useRouter();
  const place: Place = {
    tab: parseTab(textOf(search, 'tab')),
    interaction: textOf(search, 'interaction') ?? null,
    entry: textOf(search, 'entry') ?? null,
    file: textOf(search, 'file') ?? null,
    scorer: textOf(search, 'scorer') ?? null,
  };
  // stable identity: a new function would rebuild the view of the run
  const go = useCallback(
    (next: Partial<Place>) => {
      const now = parseTab(textOf(router.state.location.search as Search, 'tab'));
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

export type GoTo = ReturnType<typeof usePlace>['go'];
