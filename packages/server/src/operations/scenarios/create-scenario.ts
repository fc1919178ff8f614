import { randomBytes } from 'node:crypto';
import { createId } from '@assay/schema';
import { createScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { withRevision } from '../../scenarios/revision-tag.ts';

export const createScenarioHandler = handle(
  createScenario,
  async ({ body: { scenario }, caller: { organization_id }, services: { store, now } }) => {
    const scenario_id = createId('scn', { time_ms: now(), entropy: randomBytes(10) });
    return withRevision(await store.scenarios.create(organization_id, { scenario_id, scenario }));
  },
);
