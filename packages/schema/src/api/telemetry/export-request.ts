import { z } from 'zod';

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

/** How the body of an export request may be sent. */
export const EXPORT_MEDIA = ['application/json', 'application/x-protobuf'];
export const MAX_EXPORT_BYTES = 16 * 1024 * 1024;
