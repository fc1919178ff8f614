import { Instant, type OrganizationId, type WorkspaceId } from '@assay/schema';
import type { Services } from '../services/services.ts';
import { createRunEvents, type RunEvent, type RunEvents } from './run-events.ts';

interface EventStreamOptions {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId | undefined;
  /** The `id` of the last event the client received; null on its first connection. */
  readonly last_event_id: string | null;
  readonly signal: AbortSignal;
}

// proxies close connections that are silent for 30 seconds
const HEARTBEAT_MS = 15_000;
// a slower reader is disconnected; when it reconnects it gets what it missed
const MOST_UNREAD = 2_000;

const encoder = new TextEncoder();
const known = new WeakMap<Services['store'], RunEvents>();

function runEventsOf({ store, log }: Services): RunEvents {
  const events =
    known.get(store) ??
    createRunEvents({ store, onError: (error) => log.write('warn', 'events', { message: (error as Error).message }) });
  known.set(store, events);
  return events;
}

/** Streams run changes as server-sent events until the client disconnects or the server stops. */
export function openEventStream(
  services: Services,
  { organization_id, workspace_id, last_event_id, signal }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const ending = AbortSignal.any([signal, services.stopping]);
  const since = Instant.safeParse(last_event_id).data ?? null;
  let stop = (): void => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      // an unknown id says nothing about what the client has
      const lost = last_event_id !== null && since === null;
      send(`retry: 2000\n\n${lost ? 'event: resync\ndata: {}\n\n' : ''}`);
      const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
      const end = (): void => {
        stop();
        controller.close();
      };
      const unsubscribe = runEventsOf(services).subscribe(organization_id, {
        since,
        listener(event) {
          if (event.type === 'run' && workspace_id !== undefined && event.run.workspace_id !== workspace_id) return;
          if ((controller.desiredSize ?? 0) < -MOST_UNREAD) end();
          else send(format(event));
        },
      });
      stop = () => {
        stop = () => undefined;
        clearInterval(heartbeat);
        unsubscribe();
        ending.removeEventListener('abort', end);
      };
      if (ending.aborted) end();
      else ending.addEventListener('abort', end, { once: true });
    },
    cancel: () => stop(),
  });
}

const format = (event: RunEvent): string =>
  event.type === 'run'
    ? `event: run\nid: ${event.run.changed_at}\ndata: ${JSON.stringify(event.run)}\n\n`
    : `event: resync\nid: ${event.at}\ndata: {}\n\n`;
