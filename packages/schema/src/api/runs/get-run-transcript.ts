import { z } from 'zod';
import { TranscriptEntry } from '../../transcripts/transcript.ts';
import { Count } from '../../values/units.ts';
import { exampleEntries } from '../examples/example-transcript.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';

const MAX_ENTRIES = 5_000;

export const getRunTranscript = defineOperation({
  id: 'get_run_transcript',
  method: 'get',
  path: '/v1/runs/{run_id}/transcript',
  tag: 'Runs',
  summary: 'Read the transcript of a run, page by page',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(MAX_ENTRIES).default(1_000),
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'The `next` of the previous page.' }),
  }),
  status: 200,
  answer: z.object({
    entries: z.array(TranscriptEntry),
    total: Count.meta({ description: 'Number of entries in the whole transcript.' }),
    next: Count.nullable().meta({ description: 'Pass this as `after` to get the next page; null at the end.' }),
  }),
  example: {
    params: { run_id: exampleRun.run_id },
    query: { limit: '2' },
    answer: { entries: exampleEntries.slice(0, 2), total: exampleEntries.length, next: 2 },
  },
});
