import { z } from 'zod';
import { AgentStanding } from '../../reputation-reading.ts';
import { exampleStanding } from '../examples/example-reputation.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageOf } from '../page.ts';

export const listAgents = defineOperation({
  id: 'list_agents',
  method: 'get',
  path: '/v1/agents',
  tag: 'Reputation',
  summary: 'The ladder: agents by score, the best first',
  description:
    'Only agents with 50 evaluations or more are ranked. `order=name` lists all of them by name, those without a rank as well.',
  scope: 'read',
  query: z.strictObject({ ...pageFields, order: z.enum(['score', 'name']).default('score') }),
  status: 200,
  answer: pageOf(AgentStanding),
  example: { answer: { items: [exampleStanding], next: null } },
});
