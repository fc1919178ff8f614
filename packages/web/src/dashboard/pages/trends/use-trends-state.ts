import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Search } from '../../search.ts';
import { readTrendsState, type TrendsState } from './trends-state.ts';

/** The state of the page in the address, and a way to change it. */
export function useTrendsState(): {
  readonly state: TrendsState;
  readonly change: (change: Partial<TrendsState>) => void;
} {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const state = useMemo(() => readTrendsState(search), [search]);
  return {
    state,
    change: (changed) => {
      // each range has its own period
      const { period: _, ...kept } = search;
      const next = changed.range === undefined ? { ...search, ...changed } : { ...kept, ...changed };
      void navigate({ to: '/trends', search: next as never, replace: true });
    },
  };
}
