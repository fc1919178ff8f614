import type { RunSummary } from '@assay/schema/api';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Listener, useServerEvents } from '../../live.ts';

/** Refetches the proof of a task when the server reports a change of one of its runs. */
export function useProofEvents(task_id: string, workspace_id: string): void {
  const queries = useQueryClient();
  const listener = useMemo((): Listener => {
    const again = () => void queries.invalidateQueries({ queryKey: ['getTaskProof', { task_id }] });
    return { run: (run: RunSummary) => (run.task_id === task_id ? again() : undefined), resync: again };
  }, [queries, task_id]);
  useServerEvents(workspace_id, listener);
}
