import { z } from 'zod';
import { Scenario } from '../../scenarios/scenario.ts';
import { exampleScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';

const ScenarioFault = z
  .object({
    path: z.string().meta({ description: 'Such as `scorers[2].timeout_s`; empty for the whole scenario.' }),
    expected: z.string().meta({ description: 'Completes the phrase "expected …".' }),
    found: z.string().meta({ description: 'Completes the phrase "found …".' }),
    hint: z.string().optional().meta({ description: 'The field or value that was probably meant.' }),
  })
  .meta({ id: 'ScenarioFault', description: 'One error in a scenario.' });

export const validateScenario = defineOperation({
  id: 'validate_scenario',
  method: 'post',
  path: '/v1/scenarios/validate',
  tag: 'Scenarios',
  summary: 'List all errors in a scenario',
  description: 'Stores nothing. The files it names are checked when it is frozen.',
  scope: 'read',
  body: z.strictObject({ scenario: z.unknown() }),
  status: 200,
  answer: z.object({
    faults: z.array(ScenarioFault),
    scenario: Scenario.nullable().meta({ description: 'With defaults filled in; null if there are errors.' }),
  }),
  example: {
    body: { scenario: { ...exampleScenario, limits: { wall_s: 'long' } } },
    answer: {
      faults: [{ path: 'limits.wall_s', expected: 'a number', found: '"long"' }],
      scenario: null,
    },
  },
});
