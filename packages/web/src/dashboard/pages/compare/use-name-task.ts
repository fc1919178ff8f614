import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../search.ts';

/** Puts a task into the address, so that whoever is sent it sees the same. */
export function useNameTask(): (task_id: string) => void {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  return (task) => void navigate({ to: '.', search: { ...search, task } as never, replace: true, resetScroll: false });
}
