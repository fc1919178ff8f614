import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../search.ts';
import { FILTERS, type RunQuery, readFilters } from './filters.ts';

/** What is looked for, which is what the address says, and how to look for something else. */
export function useFilters() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const query = readFilters(search);
  const others = Object.entries(search).filter(([name]) => !FILTERS.some((filter) => filter.name === name));
  // typing is one look for something: only the last of its steps is kept in the history
  const look = (next: RunQuery, replace = false) =>
    void navigate({ to: '/runs', search: { ...Object.fromEntries(others), ...next } as never, replace });
  const change = (name: string, value: string, replace = false) => look({ ...query, [name]: value }, replace);
  return { query, look, change };
}
