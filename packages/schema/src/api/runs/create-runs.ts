import { z } from 'zod';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { exampleQueuedRun, exampleRun } from '../run-params.ts';
import { SentFiles } from '../sent-files.ts';
import { workspaceField } from './run-filter.ts';
import { RunOrder } from './run-order.ts';
import { RunSummary } from './run-summary.ts';

export const createRuns = defineOperation({
  id: 'create_runs',
  method: 'post',
  path: '/v1/runs',
  tag: 'Runs',
  summary: 'Upload a run folder to grade, or queue runs to execute',
  description:
    'Send a folder from `.assay/runs/` as a tar archive (plain, gzip or zstd) or as JSON. The server grades it with the code of `assay run` and ignores any grade in it. A run is stored once: the same files are answered with 200 and the stored run, other files with a repeated `run_id` are a `conflict`. With `execute`, workers execute the task, and the server answers 202 before they start.',
  scope: 'write',
  query: z.strictObject({ ...workspaceField }),
  body: z.union([
    z.strictObject({ files: SentFiles, workspace_id: WorkspaceId.optional() }),
    z.strictObject({ execute: RunOrder }),
  ]),
  consumes: ['application/x-tar', 'application/gzip', 'application/zstd', 'application/octet-stream'],
  max_body_bytes: 64 * 1024 * 1024,
  status: 201,
  answer: z.object({
    runs: z.array(RunSummary),
    warnings: z.array(z.string()).meta({ description: 'What could not be stored as sent, one sentence each.' }),
  }),
  example: {
    body: { execute: { task_id: exampleRun.task_id, agent: { id: exampleRun.agent_id, type: 'claude-code' } } },
    answer: { runs: [exampleQueuedRun], warnings: [] },
  },
});
