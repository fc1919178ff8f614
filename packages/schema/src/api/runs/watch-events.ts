import { z } from 'zod';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';

export const watchEvents = defineOperation({
  id: 'watch_events',
  method: 'get',
  path: '/v1/events',
  tag: 'Runs',
  summary: 'Stream run changes',
  description:
    'Server-sent events. `run` carries the full `RunSummary` after every change; the same state may be sent twice. `resync` means that changes were dropped: read the list again. Reconnect with `Last-Event-ID` to miss nothing.',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId.optional().meta({ description: 'Only runs of this workspace.' }) }),
  status: 200,
  answer: null,
  produces: 'text/event-stream; charset=utf-8',
  example: {
    query: { workspace_id: exampleRun.workspace_id },
    answer: `retry: 2000\n\nevent: run\nid: ${exampleRun.changed_at}\ndata: ${JSON.stringify(exampleRun)}\n\n`,
  },
});
