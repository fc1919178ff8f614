import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../search.ts';

/** Puts a task into the URL, so that a shared link opens it. */
export function usePutTaskInUrl(): (task_id: string) => void {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  return (task) => void navigate({ to: '.', search: { ...search, task } as never, replace: true, resetScroll: false });
}
