import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../search.ts';
import { FILTERS, type RunQuery, readFilters } from './filters.ts';

/** The filters in the URL, and functions to change them. */
export function useFilters() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const query = readFilters(search);
  const others = Object.entries(search).filter(([name]) => !FILTERS.some((filter) => filter.name === name));
  // `replace` keeps typing out of the history
  const look = (next: RunQuery, replace = false) =>
    void navigate({ to: '/runs', search: { ...Object.fromEntries(others), ...next } as never, replace });
  const change = (name: string, value: string, replace = false) => look({ ...query, [name]: value }, replace);
  return { query, look, change };
}
