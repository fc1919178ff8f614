import type { RunSummary } from '@assay/schema/api';
import { useEffect, useState } from 'react';

/** What somebody wants to be told of. */
export interface Listener {
  /** A run as it is now. */
  readonly run: (run: RunSummary) => void;
  /** More changed than was told. */
  readonly resync: () => void;
}

// a connection that was lost is sought again after this long
const AGAIN_MS = 3_000;

/**
 * Listens to what happens on the server, while a part of the page is there, and says whether it can. After a gap
 * everything is asked for anew.
 */
export function useLive(workspace_id: string, listener: Listener): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOn = false;
    const connect = () => {
      source = new EventSource(`/v1/events?${new URLSearchParams({ workspace_id })}`);
      source.addEventListener('open', () => {
        setOn(true);
        if (wasOn) listener.resync();
        wasOn = true;
      });
      source.addEventListener('run', ({ data }) => listener.run(JSON.parse(data) as RunSummary));
      source.addEventListener('resync', () => listener.resync());
      source.addEventListener('error', () => {
        setOn(false);
        // browsers give up when the server refuses; a server that starts again refuses for a while
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, AGAIN_MS);
      });
    };
    connect();
    return () => {
      source?.close();
      clearTimeout(timer);
    };
  }, [workspace_id, listener]);
  return isOn;
}
