import { z } from 'zod';
import { AgentStanding } from '../../reputation/reputation-reading.ts';
import { exampleStanding } from '../examples/example-reputation.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';

export const listAgents = defineOperation({
  id: 'list_agents',
  method: 'get',
  path: '/v1/agents',
  tag: 'Reputation',
  summary: 'List the agents by score, best first',
  description:
    'Only agents with at least 50 evaluations are ranked. `order=name` lists all agents by name, including unranked ones.',
  scope: 'read',
  query: z.strictObject({ ...pageFields, order: z.enum(['score', 'name']).default('score') }),
  status: 200,
  answer: pageSchema(AgentStanding),
  example: { answer: { items: [exampleStanding], next: null } },
});
