import { z } from 'zod';
import { Thresholds } from '../../comparisons/thresholds.ts';
import { AgentId, RunId, WorkspaceId } from '../../values/ids.ts';
import { exampleStoredComparison } from '../examples/example-comparison.ts';
import { defineOperation } from '../operation.ts';
import { DisplayName } from '../settings/workspace.ts';
import { StoredComparison } from './comparison-summary.ts';

// each run is read with its transcript while the caller waits
const MAX_RUNS = 500;

const ComparedSet = z
  .strictObject({
    name: DisplayName.optional().meta({ description: 'Name of this side. Default: its label or agent.' }),
    label: z.string().min(1).max(200).optional(),
    agent_id: AgentId.optional(),
    scenario: z.string().min(1).max(200).optional(),
    run_ids: z
      .array(RunId)
      .min(1)
      .max(MAX_RUNS)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'expected each run id once' })
      .optional(),
  })
  .refine(
    ({ label, agent_id, scenario, run_ids }) =>
      run_ids === undefined
        ? label !== undefined || agent_id !== undefined
        : label === undefined && agent_id === undefined && scenario === undefined,
    { error: 'expected either run_ids alone, or a label or agent_id with an optional scenario' },
  )
  .meta({
    id: 'ComparedSet',
    description: `One side: run ids, or the finished runs with a label, of an agent, or both. Up to ${MAX_RUNS} runs.`,
  });

export const createComparison = defineOperation({
  id: 'create_comparison',
  method: 'post',
  path: '/v1/comparisons',
  tag: 'Comparisons',
  summary: 'Compare two sets of runs and store the verdict',
  description:
    'Computes the verdict from the stored runs with the code of `assay compare`. Runs made under different conditions are rejected with `conflict`.',
  scope: 'write',
  body: z.strictObject({
    workspace_id: WorkspaceId,
    baseline: ComparedSet,
    candidate: ComparedSet,
    thresholds: Thresholds.optional(),
  }),
  status: 201,
  answer: StoredComparison,
  example: {
    body: {
      workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
      baseline: { label: 'main' },
      candidate: { label: 'shorter-instructions' },
    },
    answer: exampleStoredComparison,
  },
});
