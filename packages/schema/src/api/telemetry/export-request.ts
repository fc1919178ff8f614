import { z } from 'zod';
import { workspaceField } from '../runs/run-filter.ts';

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
export const EXPORT_OPERATION = {
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
