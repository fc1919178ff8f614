import { z } from 'zod';
import { exampleEntries } from '../examples/example-transcript.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';
import { attemptField } from './list-run-evidence.ts';

export const getRunEvidenceFile = defineOperation({
  id: 'get_run_evidence_file',
  method: 'get',
  path: '/v1/runs/{run_id}/evidence/file',
  tag: 'Runs',
  summary: 'Download an evidence file of a run',
  description: 'The content comes from an agent, so it is always sent as a download, never as a page.',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  query: z.strictObject({ name: z.string().min(1).max(1_024), ...attemptField }),
  status: 200,
  answer: null,
  produces: 'application/octet-stream',
  example: {
    params: { run_id: exampleRun.run_id },
    query: { name: 'transcript.jsonl' },
    answer: exampleEntries
      .slice(0, 2)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  },
});
