import { archiveScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { withRevision } from '../../scenarios/revision-tag.ts';
import { requireFound } from '../require-found.ts';

export const archiveScenarioHandler = handle(
  archiveScenario,
  async ({ params: { scenario_id }, caller: { organization_id }, services: { store } }) =>
    withRevision(requireFound(await store.scenarios.archive(organization_id, scenario_id), scenario_id)),
);
