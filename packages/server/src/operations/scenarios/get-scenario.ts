import { getScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { withRevision } from '../../scenarios/revision-tag.ts';
import { requireFound } from '../require-found.ts';

export const getScenarioHandler = handle(
  getScenario,
  async ({ params: { scenario_id }, caller, services: { store } }) =>
    withRevision(requireFound(await store.scenarios.find(caller.organization_id, scenario_id), scenario_id)),
);
