import { z } from 'zod';
import { Evaluation } from '../../reputation/evaluation.ts';
import { AgentId, RunId } from '../../values/ids.ts';
import { exampleRunEvaluation } from '../examples/example-evaluation.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleRun } from '../run-params.ts';

export const listEvaluations = defineOperation({
  id: 'list_evaluations',
  method: 'get',
  path: '/v1/evaluations',
  tag: 'Reputation',
  summary: 'List evaluations, newest first',
  description:
    'Of all agents, of one agent in the order its score uses, or of one run. Dry runs are not part of the order of an agent; list them with `dry_run=true`.',
  scope: 'read',
  query: z
    .strictObject({
      ...pageFields,
      agent_id: AgentId.optional(),
      run_id: RunId.optional(),
      dry_run: z.enum(['true', 'false']).optional(),
    })
    .refine(({ agent_id, run_id }) => agent_id === undefined || run_id === undefined, {
      path: ['run_id'],
      error: 'expected either agent_id or run_id, found both',
    })
    .refine(({ agent_id, dry_run }) => dry_run !== 'true' || agent_id !== undefined, {
      path: ['dry_run'],
      error: 'expected an agent_id together with dry_run=true, found none',
    }),
  status: 200,
  answer: pageSchema(Evaluation),
  example: { query: { run_id: exampleRun.run_id }, answer: { items: [exampleRunEvaluation], next: null } },
});
