import { rescoreRuns } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { rescoreInBackground } from '../../runs/rescore-in-background.ts';

export const rescoreRunsHandler = handleInSteps(
  rescoreRuns,
  async ({ body: { formula_version }, caller: { organization_id, actor }, services, commit }) => {
    const { begun, progress } = rescoreInBackground(services, { organization_id, formula_version });
    return await commit(async ({ store }) => {
      if (begun)
        await store.audit_log.append(organization_id, {
          actor,
          action: 'runs.rescore',
          target: null,
          details: { formula_version },
        });
      return { ...progress };
    });
  },
);
