import type { Store } from '../store/store.ts';
import type { Gauges } from './metrics.ts';

// monitors of several people may ask at the same time
const REMEMBERED_MS = 2_000;

/** The database, and the work that waits in it for any server or worker. */
export function createBacklogGauges(store: Pick<Store, 'backlog' | 'countConnections'>, now: () => number) {
  const measure = remember(() => store.backlog.measure().catch(() => undefined), now);
  return {
    help: {
      assay_database_up: '1 if the database answers.',
      assay_database_connections: 'Open connections of this process to the database.',
      assay_database_connections_idle: 'Those of them that have nothing to do.',
      assay_database_waiting: 'Requests of this process that wait for a connection.',
      assay_workers: 'Workers seen in the last minute.',
      assay_runs_queued: 'Runs that wait for a worker.',
      assay_runs_queued_oldest_seconds: 'How long the oldest of them waits.',
      assay_runs_running: 'Runs that a worker executes.',
      assay_webhook_deliveries_pending: 'Messages to webhooks that are not delivered yet.',
      assay_webhook_deliveries_late_seconds: 'How long the oldest of them is overdue.',
      assay_telemetry_sessions_ungraded: 'Sessions with telemetry that is not graded yet.',
    },
    async read() {
      const backlog = await measure();
      const { open, idle, waiting } = store.countConnections();
      return {
        assay_database_up: backlog === undefined ? 0 : 1,
        assay_database_connections: open,
        assay_database_connections_idle: idle,
        assay_database_waiting: waiting,
        ...(backlog && {
          assay_workers: backlog.workers,
          assay_runs_queued: backlog.queued_runs,
          assay_runs_queued_oldest_seconds: backlog.oldest_queued_s,
          assay_runs_running: backlog.running_runs,
          assay_webhook_deliveries_pending: backlog.pending_deliveries,
          assay_webhook_deliveries_late_seconds: backlog.late_deliveries_s,
          assay_telemetry_sessions_ungraded: backlog.ungraded_sessions,
        }),
      };
    },
  } satisfies Gauges;
}

function remember<Value>(find: () => Promise<Value>, now: () => number): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly until_ms: number } | undefined;
  return () => {
    if (last === undefined || last.until_ms <= now()) last = { value: find(), until_ms: now() + REMEMBERED_MS };
    return last.value;
  };
}
