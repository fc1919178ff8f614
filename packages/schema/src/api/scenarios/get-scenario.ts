import { exampleStoredScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';
import { StoredScenario, scenarioParams } from './scenario-draft.ts';

export const getScenario = defineOperation({
  id: 'get_scenario',
  method: 'get',
  path: '/v1/scenarios/{scenario_id}',
  tag: 'Scenarios',
  summary: 'Read a scenario',
  description: '`ETag` is its revision. Send it as `If-Match` when you edit.',
  scope: 'read',
  params: scenarioParams,
  status: 200,
  answer: StoredScenario,
  example: { params: { scenario_id: exampleStoredScenario.scenario_id }, answer: exampleStoredScenario },
});
