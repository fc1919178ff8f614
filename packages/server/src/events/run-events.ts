import type { OrganizationId } from '@assay/schema';
import type { RunSummary } from '@assay/schema/api';
import type { Store } from '../store/store.ts';

/** An event about the runs of an organization. */
export type RunEvent =
  | { readonly type: 'run'; readonly run: RunSummary }
  /** Too many runs changed to send one event each. */
  | { readonly type: 'resync'; readonly at: string };

type Listener = (event: RunEvent) => void;

/** Reports run changes of any process. */
export interface RunEvents {
  /** Subscribes from an instant, or from now. The returned function unsubscribes. */
  subscribe(organization_id: OrganizationId, options: { since: string | null; listener: Listener }): () => void;
}

export interface RunEventsOptions {
  readonly store: Pick<Store, 'run_changes'>;
  readonly poll_ms?: number;
  readonly onError: (error: unknown) => void;
}

const POLL_MS = 500;
// transactions may commit out of order, so each poll also covers this much of the past
const OVERLAP_MS = 10_000;
const MOST_TOLD = 500;

interface Channel {
  readonly listeners: Set<Listener>;
  /** The last reported change per run, for runs that the overlap may return again. */
  readonly told: Map<string, string>;
  cursor: string;
}

/** Polls the database once per organization for all its listeners, while there are any. */
export function createRunEvents({ store, poll_ms = POLL_MS, onError }: RunEventsOptions): RunEvents {
  const channels = new Map<OrganizationId, Channel>();
  const before = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString();

  const read = async (organization_id: OrganizationId, since: string): Promise<RunSummary[] | undefined> => {
    const runs = await store.run_changes.list(organization_id, { since, limit: MOST_TOLD + 1 });
    return runs.length > MOST_TOLD ? undefined : runs;
  };

  const poll = async (organization_id: OrganizationId, channel: Channel): Promise<void> => {
    const now = await store.run_changes.now();
    const runs = await read(organization_id, before(channel.cursor, OVERLAP_MS));
    channel.cursor = now;
    if (runs === undefined) {
      channel.told.clear();
      for (const listener of channel.listeners) listener({ type: 'resync', at: now });
      return;
    }
    for (const run of runs) {
      if (channel.told.get(run.run_id) === run.changed_at) continue;
      channel.told.set(run.run_id, run.changed_at);
      for (const listener of channel.listeners) listener({ type: 'run', run });
    }
    const oldest = before(now, 2 * OVERLAP_MS);
    for (const [run_id, changed_at] of channel.told) if (changed_at < oldest) channel.told.delete(run_id);
  };

  const watch = async (organization_id: OrganizationId, channel: Channel): Promise<void> => {
    while (channel.listeners.size > 0) {
      await poll(organization_id, channel).catch(onError);
      await new Promise((resolve) => setTimeout(resolve, poll_ms));
    }
    if (channels.get(organization_id) === channel) channels.delete(organization_id);
  };

  const open = (organization_id: OrganizationId, cursor: string): Channel => {
    const channel: Channel = { listeners: new Set(), told: new Map(), cursor };
    channels.set(organization_id, channel);
    return channel;
  };

  return {
    subscribe(organization_id, { since, listener }) {
      let ended = false;
      const begin = async (): Promise<void> => {
        const now = await store.run_changes.now();
        if (since !== null) {
          const missed = await read(organization_id, before(since, OVERLAP_MS));
          if (ended) return;
          if (missed === undefined) listener({ type: 'resync', at: now });
          for (const run of missed ?? []) listener({ type: 'run', run });
        }
        if (ended) return;
        const known = channels.get(organization_id);
        const channel = known ?? open(organization_id, now);
        channel.listeners.add(listener);
        if (known === undefined) void watch(organization_id, channel);
      };
      begin().catch(onError);
      return () => {
        ended = true;
        channels.get(organization_id)?.listeners.delete(listener);
      };
    },
  };
}
