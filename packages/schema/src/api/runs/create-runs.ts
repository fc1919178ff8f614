import { z } from 'zod';
import { WorkspaceId } from '../../ids.ts';
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
  summary: 'Send the folder of a run to be graded, or ask for runs to be executed',
  description:
    'The folder is that under `.assay/runs/`: as a tar archive, plain or packed by gzip or zstd, or as JSON. It is graded here, by the code that `assay run` uses; a grade in it is not believed. A run is kept once: the same `run_id` again is a `conflict`. With `execute`, workers execute the task, and the answer comes with status 202 before they do.',
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
    warnings: z.array(z.string()).meta({ description: 'What could not be taken as it was sent, one sentence each.' }),
  }),
  example: {
    body: { execute: { task_id: exampleRun.task_id, agent: { id: exampleRun.agent_id, type: 'claude-code' } } },
    answer: { runs: [exampleQueuedRun], warnings: [] },
  },
});
