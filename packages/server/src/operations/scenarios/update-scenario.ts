import { updateScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { readRevision, withRevision } from '../../scenarios/revision-tag.ts';
import { requireFound } from '../require-found.ts';

export const updateScenarioHandler = handle(
  updateScenario,
  async ({ params: { scenario_id }, body, headers, caller: { organization_id }, services: { store } }) => {
    const revision = readRevision(headers, body.revision);
    const edit = { scenario_id, revision, scenario: body.scenario };
    return withRevision(requireFound(await store.scenarios.update(organization_id, edit), scenario_id));
  },
);
