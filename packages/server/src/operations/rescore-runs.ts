import { rescoreRuns } from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { rescoreInBackground } from '../runs/rescore-in-background.ts';

export const rescoreRunsHandler = handle(
  rescoreRuns,
  async ({ body: { formula_version }, caller: { organization_id, actor }, services }) => {
    const { store } = services;
    const { begun, progress } = rescoreInBackground(services, { organization_id, formula_version });
    if (begun)
      await store.audit_log.append(organization_id, {
        actor,
        action: 'runs.rescore',
        target: null,
        details: { formula_version },
      });
    return { ...progress };
  },
);
