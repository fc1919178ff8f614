import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readSearchText, type Search } from '../../search.ts';
import { parseTab, type Tab } from './tabs.ts';

/** The position in a run. All of it is in the URL. */
export interface RunPosition {
  readonly tab: Tab;
  /** The selected interaction of the trace. */
  readonly interaction: string | null;
  /** The selected transcript entry of the trace. */
  readonly entry: string | null;
  /** The changed file to show. */
  readonly file: string | null;
  /** Its line: `12`, or `L12` in the old file. */
  readonly line: string | null;
  /** How the diff is shown: `split` or, by default, in one column. */
  readonly view: string | null;
  /** The check to show. */
  readonly scorer: string | null;
  /** The number of its finding. */
  readonly finding: string | null;
}

const FIELDS = ['interaction', 'entry', 'file', 'line', 'view', 'scorer', 'finding'] as const;

/** The position, a function to change it, and the address of a position. */
export function useRunPosition() {
  const search = useSearch({ strict: false }) as Search;
  const router = useRouter();
  const fields = FIELDS.map((name) => [name, readSearchText(search, name) ?? null] as const);
  const place = { tab: parseTab(readSearchText(search, 'tab')), ...Object.fromEntries(fields) } as RunPosition;
  // stable identity: a new function would rebuild the view of the run
  const ways = useMemo(() => {
    const now = (): Search => router.state.location.search as Search;
    const go = (next: Partial<RunPosition>) => {
      const from = parseTab(readSearchText(now(), 'tab'));
      const to = next.tab ?? from;
      void router.navigate({
        to: '.',
        search: searchOf(next, now()) as never,
        // only a change of tab adds a history entry
        replace: to === from,
        // what the address names is scrolled to, so do not reset the scroll position
        resetScroll: to !== from && Object.keys(next).length === 1,
      });
    };
    const href = (next: Partial<RunPosition>): string =>
      router.buildLocation({ to: '.', search: searchOf(next, now()) as never }).href;
    return { go, href };
  }, [router]);
  return { place, ...ways };
}

export type GoTo = ReturnType<typeof useRunPosition>['go'];
export type HrefOf = ReturnType<typeof useRunPosition>['href'];

/** The query string of a position: fields that are not named are left out, except the view within the diff. */
function searchOf(next: Partial<RunPosition>, now: Search): Record<string, string | undefined> {
  const from = parseTab(readSearchText(now, 'tab'));
  const tab = next.tab ?? from;
  const view = tab === 'diff' && from === 'diff' ? readSearchText(now, 'view') : undefined;
  const named = Object.entries(next).map(([name, value]) => [name, value ?? undefined]);
  return { view, ...Object.fromEntries(named), tab: tab === 'overview' ? undefined : tab };
}
