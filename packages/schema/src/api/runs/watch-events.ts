import { z } from 'zod';
import { WorkspaceId } from '../../ids.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';

export const watchEvents = defineOperation({
  id: 'watch_events',
  method: 'get',
  path: '/v1/events',
  tag: 'Runs',
  summary: 'Be told of runs as they change',
  description:
    'Server-sent events. `run` carries a `RunSummary`, whole, whenever anything of it changed; the same state may be told twice. `resync` says that more changed than is told: read the list again. Reconnect with `Last-Event-ID` to miss nothing.',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId.optional().meta({ description: 'Of this one only.' }) }),
  status: 200,
  answer: null,
  produces: 'text/event-stream; charset=utf-8',
  example: {
    query: { workspace_id: exampleRun.workspace_id },
    answer: `retry: 2000\n\nevent: run\nid: ${exampleRun.changed_at}\ndata: ${JSON.stringify(exampleRun)}\n\n`,
  },
});
