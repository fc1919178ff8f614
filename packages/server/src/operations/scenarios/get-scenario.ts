import { getScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { withRevision } from '../../scenarios/revision-tag.ts';
import { found } from '../found.ts';

export const getScenarioHandler = handle(
  getScenario,
  async ({ params: { scenario_id }, caller, services: { store } }) =>
    withRevision(found(await store.scenarios.find(caller.organization_id, scenario_id), scenario_id)),
);
