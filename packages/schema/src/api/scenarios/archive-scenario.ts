import { exampleStoredScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';
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
  example: {
    params: { scenario_id: exampleStoredScenario.scenario_id },
    answer: { ...exampleStoredScenario, archived_at: '2026-11-15T14:00:00.000Z' },
  },
});
