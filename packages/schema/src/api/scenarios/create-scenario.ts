import { z } from 'zod';
import { Scenario } from '../../scenarios/scenario.ts';
import { exampleScenario, exampleStoredScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';
import { StoredScenario } from './scenario-draft.ts';

export const createScenario = defineOperation({
  id: 'create_scenario',
  method: 'post',
  path: '/v1/scenarios',
  tag: 'Scenarios',
  summary: 'Create a scenario',
  description: 'The name must be unique among active scenarios. `ETag` is its revision.',
  scope: 'write',
  body: z.strictObject({ scenario: Scenario }),
  status: 201,
  answer: StoredScenario,
  example: { body: { scenario: exampleScenario }, answer: exampleStoredScenario },
});
