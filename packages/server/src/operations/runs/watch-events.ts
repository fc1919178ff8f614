import { watchEvents } from '@assay/schema/api';
import { openEventStream } from '../../events/event-stream.ts';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';

export const watchEventsHandler = handle(
  watchEvents,
  async ({ query: { workspace_id }, caller: { organization_id }, headers, services, request: { signal } }) => {
    if (workspace_id !== undefined) await findWorkspace(services.store, organization_id, workspace_id);
    const last_event_id = headers.get('last-event-id');
    return new Reply({
      content: openEventStream(services, { organization_id, workspace_id, last_event_id, signal }),
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
  },
);
