import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Search, textOf } from '../../search.ts';
import { parseTab, type Tab } from './tabs.ts';

/** Where in a run the reader is. All of it is in the address. */
export interface Place {
  readonly tab: Tab;
  /** The interaction that is open. */
  readonly interaction: string | null;
  /** The entry of the transcript that was asked for. */
  readonly entry: string | null;
  /** The changed file that was asked for. */
  readonly file: string | null;
  readonly scorer: string | null;
}

const NOWHERE = { interaction: undefined, entry: undefined, file: undefined, scorer: undefined };

/** Where one is, and how to be somewhere else. Another tab is a step that "back" undoes; a look at a detail is not. */
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
  // one and the same wherever one is: what is looked up of a run would be made anew with another one
  const go = useCallback(
    (next: Partial<Place>) => {
      const now = parseTab(textOf(router.state.location.search as Search, 'tab'));
      const tab = next.tab ?? now;
      void router.navigate({
        to: '.',
        search: { ...NOWHERE, ...next, tab: tab === 'overview' ? undefined : tab } as never,
        replace: tab === now,
        // whoever asks for an entry is brought to it, which may be far from the top
        resetScroll: tab !== now && next.entry === undefined,
      });
    },
    [router],
  );
  return { place, go };
}

export type GoTo = ReturnType<typeof usePlace>['go'];
