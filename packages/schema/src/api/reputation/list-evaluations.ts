import { z } from 'zod';
import { Evaluation } from '../../evaluation.ts';
import { AgentId, RunId } from '../../ids.ts';
import { exampleRunEvaluation } from '../examples/example-evaluation.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageOf } from '../page.ts';
import { exampleRun } from '../run-params.ts';

export const listEvaluations = defineOperation({
  id: 'list_evaluations',
  method: 'get',
  path: '/v1/evaluations',
  tag: 'Reputation',
  summary: 'List evaluations, newest first',
  description:
    'Of all agents; of one, in the order that its score is made of; or those that name a run. Dry runs of an agent have no place in its order and are asked for by `dry_run=true`.',
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
      error: 'expected either an agent or a run, found both',
    })
    .refine(({ agent_id, dry_run }) => dry_run !== 'true' || agent_id !== undefined, {
      path: ['dry_run'],
      error: 'expected an agent whose dry runs to list, found none',
    }),
  status: 200,
  answer: pageOf(Evaluation),
  example: { query: { run_id: exampleRun.run_id }, answer: { items: [exampleRunEvaluation], next: null } },
});
