import { z } from 'zod';
import { Scenario } from '../../scenario.ts';
import { exampleScenario } from '../examples/example-scenario.ts';
import { defineOperation } from '../operation.ts';

const ScenarioFault = z
  .object({
    path: z.string().meta({ description: 'Such as `scorers[2].timeout_s`; empty for the whole.' }),
    expected: z.string().meta({ description: 'Reads on from "expected".' }),
    found: z.string().meta({ description: 'Reads on from "found".' }),
    hint: z.string().optional().meta({ description: 'What was probably meant.' }),
  })
  .meta({ id: 'ScenarioFault', description: 'One thing that is wrong with a scenario.' });

export const validateScenario = defineOperation({
  id: 'validate_scenario',
  method: 'post',
  path: '/v1/scenarios/validate',
  tag: 'Scenarios',
  summary: 'Tell everything that is wrong with a scenario, at once',
  description: 'Nothing is kept. Files that it names are looked for when it is frozen.',
  scope: 'read',
  body: z.strictObject({ scenario: z.unknown() }),
  status: 200,
  answer: z.object({
    faults: z.array(ScenarioFault),
    scenario: Scenario.nullable().meta({ description: 'With defaults in place; null while there is a fault.' }),
  }),
  example: {
    body: { scenario: { ...exampleScenario, limits: { wall_s: 'long' } } },
    answer: {
      faults: [{ path: 'limits.wall_s', expected: 'number', found: '"long"' }],
      scenario: null,
    },
  },
});
