import type { RunSummary } from '@assay/schema/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Listener, useServerEvents } from '../../live.ts';

// runs often end together, and the matrix of a large workspace takes a while
const GATHER_MS = 2_000;
const QUERIES = ['getRunMatrix', 'previewComparison'] as const;

/** Fetches the matrix and its verdict again after runs have ended, at most every two seconds. */
export function useMatrixEvents(workspace_id: string): void {
  const queries = useQueryClient();
  const { listener, stop } = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const name of QUERIES) void queries.invalidateQueries({ queryKey: [name] });
    };
    const soon = () => {
      timer ??= setTimeout(refresh, GATHER_MS);
    };
    const made: Listener = {
      run: ({ status }: RunSummary) => (status === 'queued' || status === 'running' ? undefined : soon()),
      resync: soon,
    };
    return { listener: made, stop: () => clearTimeout(timer) };
  }, [queries]);
  useEffect(() => stop, [stop]);
  useServerEvents(workspace_id, listener);
}
