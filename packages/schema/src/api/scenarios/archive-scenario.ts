import { exampleStoredScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';
import { StoredScenario, scenarioParams } from './scenario-draft.ts';

export const archiveScenario = defineOperation({
  id: 'archive_scenario',
  method: 'post',
  path: '/v1/scenarios/{scenario_id}/archive',
  tag: 'Scenarios',
  summary: 'Archive a scenario',
  description: 'Its tasks and runs stay. Its name can be used again.',
  scope: 'write',
  params: scenarioParams,
  status: 200,
  answer: StoredScenario,
  example: {
    params: { scenario_id: exampleStoredScenario.scenario_id },
    answer: { ...exampleStoredScenario, archived_at: '2026-11-15T14:00:00.000Z' },
  },
});
