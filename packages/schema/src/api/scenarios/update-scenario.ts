import { z } from 'zod';
import { Scenario } from '../../scenarios/scenario.ts';
import { exampleScenario, exampleStoredScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';
import { StoredScenario, scenarioParams } from './scenario-draft.ts';

export const updateScenario = defineOperation({
  id: 'update_scenario',
  method: 'put',
  path: '/v1/scenarios/{scenario_id}',
  tag: 'Scenarios',
  summary: 'Edit a scenario',
  description:
    'Send the revision you read as `If-Match` or `revision`. If someone else edited the scenario in between, the answer is `revision_mismatch` with status 412 and nothing is overwritten. Frozen tasks do not change.',
  scope: 'write',
  params: scenarioParams,
  body: z.strictObject({ scenario: Scenario, revision: z.int().min(1).optional() }),
  status: 200,
  answer: StoredScenario,
  example: {
    params: { scenario_id: exampleStoredScenario.scenario_id },
    body: { scenario: exampleScenario, revision: 1 },
    answer: { ...exampleStoredScenario, revision: 2, updated_at: '2026-11-15T13:00:00.000Z' },
  },
});
