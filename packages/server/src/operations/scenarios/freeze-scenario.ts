import { AssayError } from '@assay/schema';
import { freezeScenario } from '@assay/schema/api';
import { unpackOnThread } from '../../archives/unpack-on-thread.ts';
import { handleInSteps } from '../../http/handle.ts';
import { freezeStoredScenario } from '../../scenarios/freeze-scenario.ts';
import { requireFound } from '../require-found.ts';

export const freezeScenarioHandler = handleInSteps(
  freezeScenario,
  async ({
    params: { scenario_id },
    body,
    sent,
    caller: { organization_id },
    services,
    request: { signal },
    commit,
  }) => {
    const { scenario, archived_at } = requireFound(
      await services.store.scenarios.find(organization_id, scenario_id),
      scenario_id,
    );
    if (archived_at !== null) throw new AssayError('conflict', `The scenario ${scenario_id} is archived`);
    const submitted = body === undefined ? sent : { json: sent };
    return await freezeStoredScenario(services, {
      organization_id,
      scenario_id,
      scenario,
      unpack: (into) => unpackOnThread(organization_id, { submitted, layout: 'task', into }, signal),
      signal,
      keep: (write) => commit(write, (task) => task),
    });
  },
  { omit: ['files'] },
);
