import { z } from 'zod';

/** Files by path, for callers that cannot build an archive. */
export const SentFiles = z
  .record(
    z.string().min(1).max(1_024),
    z.union([z.string(), z.strictObject({ base64: z.string(), executable: z.boolean().optional() })]),
  )
  .meta({
    id: 'SentFiles',
    description: 'Files by path inside the folder: text as is, anything else as `{base64}`.',
  });
export type SentFiles = z.infer<typeof SentFiles>;
