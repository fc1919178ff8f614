import type { RunSummary } from '@assay/schema/api';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Listener, useServerEvents } from '../../live.ts';
import { runKey } from './run-queries.ts';

/** Refetches a run when the server reports a change. */
export function useRunEvents(run_id: string, workspace_id: string): void {
  const queries = useQueryClient();
  const listener = useMemo((): Listener => {
    const again = () => void queries.invalidateQueries({ queryKey: runKey(run_id) });
    return { run: (run: RunSummary) => (run.run_id === run_id ? again() : undefined), resync: again };
  }, [queries, run_id]);
  useServerEvents(workspace_id, listener);
}
