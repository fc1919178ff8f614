import { updateScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { refuseFaults } from '../../scenarios/refuse-faults.ts';
import { readRevision, withRevision } from '../../scenarios/revision-tag.ts';
import { found } from '../found.ts';

export const updateScenarioHandler = handle(
  updateScenario,
  async ({ params: { scenario_id }, body, headers, caller: { organization_id }, services: { store } }) => {
    const revision = readRevision(headers, body.revision);
    refuseFaults(body.scenario);
    const edit = { scenario_id, revision, scenario: body.scenario };
    return withRevision(found(await store.scenarios.update(organization_id, edit), scenario_id));
  },
);
