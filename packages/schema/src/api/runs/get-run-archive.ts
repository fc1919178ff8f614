import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';
import { attemptField } from './list-run-evidence.ts';

export const getRunArchive = defineOperation({
  id: 'get_run_archive',
  method: 'get',
  path: '/v1/runs/{run_id}/evidence/archive',
  tag: 'Runs',
  summary: 'Download the folder of a run as a tar archive',
  description: 'The unpacked folder is accepted by `assay regrade`, `assay report` and `POST /v1/runs`.',
  scope: 'read',
  params: runParams,
  query: z.strictObject(attemptField),
  status: 200,
  answer: null,
  produces: 'application/x-tar',
  example: { params: { run_id: exampleRun.run_id } },
});
