import { z } from 'zod';
import { Task } from '../../scenarios/task.ts';
import { exampleStoredScenario } from '../examples/example-scenario.ts';
import { exampleTask } from '../examples/example-task.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { scenarioParams } from './scenario-draft.ts';

export const listScenarioTasks = defineOperation({
  id: 'list_scenario_tasks',
  method: 'get',
  path: '/v1/scenarios/{scenario_id}/tasks',
  tag: 'Scenarios',
  summary: 'List the tasks frozen from a scenario, newest first',
  scope: 'read',
  params: scenarioParams,
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Task),
  example: { params: { scenario_id: exampleStoredScenario.scenario_id }, answer: { items: [exampleTask], next: null } },
});
