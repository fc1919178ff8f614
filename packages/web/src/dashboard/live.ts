import type { RunSummary } from '@assay/schema/api';
import { useEffect, useState } from 'react';

/** Callbacks for server events. */
export interface Listener {
  /** A run changed. */
  readonly run: (run: RunSummary) => void;
  /** Events were missed: fetch everything again. */
  readonly resync: () => void;
}

// delay before reconnecting
const AGAIN_MS = 3_000;

/**
 * Subscribes to server events while the component is mounted; returns whether it is connected. After a reconnect the
 * listener is asked to resync.
 */
export function useServerEvents(workspace_id: string, listener: Listener): boolean {
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
        // browsers give up when the server refuses, which a restarting server does for a while
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
