import { AssayError } from '@assay/schema';
import { freezeScenario } from '@assay/schema/api';
import { unpackFiles } from '../../archives/unpack-files.ts';
import { unpackTar } from '../../archives/unpack-tar.ts';
import { handleInSteps } from '../../http/handle.ts';
import { freezeStoredScenario } from '../../scenarios/freeze-scenario.ts';
import { requireFound } from '../require-found.ts';

export const freezeScenarioHandler = handleInSteps(
  freezeScenario,
  async ({
    params: { scenario_id },
    body,
    bytes,
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
    return await freezeStoredScenario(services, {
      organization_id,
      scenario_id,
      scenario,
      unpack: (options) => (body === undefined ? unpackTar(bytes, options) : unpackFiles(body.files, options)),
      signal,
      keep: (write) => commit(write, (task) => task),
    });
  },
);
