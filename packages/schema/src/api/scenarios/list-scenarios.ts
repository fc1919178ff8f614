import { z } from 'zod';
import { exampleStoredScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { StoredScenario } from './scenario-draft.ts';

export const listScenarios = defineOperation({
  id: 'list_scenarios',
  method: 'get',
  path: '/v1/scenarios',
  tag: 'Scenarios',
  summary: 'List the active scenarios by name',
  scope: 'read',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(StoredScenario),
  example: { answer: { items: [exampleStoredScenario], next: null } },
});
