import { defineOperation } from './operation.ts';
import { StoredScenario, scenarioParams } from './scenario-draft.ts';

export const archiveScenario = defineOperation({
  id: 'archive_scenario',
  method: 'post',
  path: '/v1/scenarios/{scenario_id}/archive',
  tag: 'Scenarios',
  summary: 'Take a scenario out of use',
  description: 'Its tasks and runs stay, and its name is free again.',
  scope: 'write',
  params: scenarioParams,
  status: 200,
  answer: StoredScenario,
});
