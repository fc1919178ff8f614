import { z } from 'zod';
import { Scenario } from '../../scenarios/scenario.ts';
import { ScenarioId } from '../../values/ids.ts';
import { Instant } from '../../values/units.ts';

export const StoredScenario = z
  .object({
    scenario_id: ScenarioId,
    revision: z.int().min(1).meta({ description: 'Increases with every edit.' }),
    scenario: Scenario,
    created_at: Instant,
    updated_at: Instant,
    archived_at: Instant.nullable().meta({ description: 'Null while active.' }),
  })
  .meta({ id: 'StoredScenario', description: 'An editable scenario in its current revision.' });
export type StoredScenario = z.infer<typeof StoredScenario>;

export const scenarioParams = z.object({ scenario_id: ScenarioId });
