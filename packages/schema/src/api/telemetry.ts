import { z } from 'zod';
import { WorkspaceId } from '../values/ids.ts';
import { Bytes, Count, Instant, UsdMicros } from '../values/units.ts';
import { defineOperation } from './operation.ts';
import { workspaceField } from './runs.ts';
import { exampleWorkspace } from './settings.ts';

/** What OTLP calls a partial success; empty if everything was stored. */
export const ExportResult = z
  .object({
    partialSuccess: z
      .object({ errorMessage: z.string() })
      .catchall(z.union([z.string(), z.number()]))
      .optional(),
  })
  .meta({ id: 'ExportResult', description: 'The answer of OTLP: empty, or how many records were refused and why.' });
export type ExportResult = z.infer<typeof ExportResult>;

export const ExportRequest = z
  .looseObject({})
  .meta({ id: 'ExportRequest', description: 'An export request of OTLP, as JSON or Protocol Buffers.' });

/** What the operations that receive telemetry have in common. */
const EXPORT_OPERATION = {
  method: 'post',
  tag: 'Telemetry',
  scope: 'write',
  query: z.strictObject({ ...workspaceField }),
  body: ExportRequest,
  consumes: ['application/json', 'application/x-protobuf'],
  max_body_bytes: 16 * 1024 * 1024,
  status: 200,
  answer: ExportResult,
} as const;

/** A session that arrives as telemetry. */
export const LiveSession = z
  .object({
    workspace_id: WorkspaceId,
    service: z.string().meta({ description: 'As the exporter names itself, such as `claude-code`.' }),
    session_id: z.string(),
    agent: z.string().nullable(),
    model: z.string().nullable().meta({ description: 'The last one it used.' }),
    project: z.string().nullable().meta({ description: 'The folder it works in, if its agent sends it.' }),
    turns: Count.meta({ description: 'Responses of the model that have arrived.' }),
    cost_usd_micros: UsdMicros.nullable().meta({ description: 'Cost of these responses, if known.' }),
    records: Count.meta({ description: 'Log records and spans that have arrived.' }),
    bytes: Bytes,
    is_graded: z.boolean().meta({ description: 'Whether its grade includes all of them.' }),
    problem: z.string().nullable().meta({ description: 'Why it could not be graded.' }),
    first_at: Instant,
    last_at: Instant,
  })
  .meta({ id: 'LiveSession', description: 'A session that arrives as telemetry.' });
export type LiveSession = z.infer<typeof LiveSession>;

export const listLiveSessions = defineOperation({
  id: 'list_live_sessions',
  method: 'get',
  path: '/v1/live-sessions',
  tag: 'Telemetry',
  summary: 'List the sessions that sent telemetry last',
  description: 'Up to 200, newest first. When graded, they are in `GET /v1/agent-sessions`.',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId }),
  status: 200,
  answer: z.object({ items: z.array(LiveSession) }),
  example: {
    query: { workspace_id: exampleWorkspace.workspace_id },
    answer: {
      items: [
        {
          workspace_id: exampleWorkspace.workspace_id,
          service: 'claude-code',
          session_id: '2ca21701-e057-433f-8108-99a50660555c',
          agent: 'claude-code',
          model: 'claude-opus-5-5',
          project: null,
          turns: 4,
          cost_usd_micros: 22_320,
          records: 42,
          bytes: 77_783,
          is_graded: false,
          problem: null,
          first_at: '2026-11-16T16:40:08.028Z',
          last_at: '2026-11-16T16:40:12.345Z',
        },
      ],
    },
  },
});

export const receiveLogs = defineOperation({
  ...EXPORT_OPERATION,
  id: 'receive_logs',
  path: '/v1/logs',
  summary: 'Receive log records over OTLP',
  description:
    'Claude Code, Codex and Gemini CLI send their events here: `assay otel` prints the variables to set. The body is an export request of OTLP/HTTP, as JSON or Protocol Buffers, plain or compressed with gzip. Records are sorted by session; a session is graded when it has been silent for a while. A repeated request changes nothing. Records without a session are refused and counted in the answer.',
  example: { body: { resourceLogs: [] }, answer: {} },
});

export const receiveMetrics = defineOperation({
  ...EXPORT_OPERATION,
  id: 'receive_metrics',
  path: '/v1/metrics',
  summary: 'Accept metrics over OTLP',
  description:
    'Accepted, so that an exporter does not report errors, and not stored: log records and spans contain the same numbers.',
  example: { body: { resourceMetrics: [] }, answer: {} },
});

export const receiveTraces = defineOperation({
  ...EXPORT_OPERATION,
  id: 'receive_traces',
  path: '/v1/traces',
  summary: 'Receive spans over OTLP',
  description: 'Like `POST /v1/logs`, for spans of Claude Code and for traces with the GenAI conventions.',
  example: { body: { resourceSpans: [] }, answer: {} },
});
