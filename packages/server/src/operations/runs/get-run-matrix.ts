import { getRunMatrix } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { chartRuns } from '../../runs/chart-runs.ts';

export const getRunMatrixHandler = handle(
  getRunMatrix,
  async ({ query, caller: { organization_id }, services: { store } }) => {
    const { chart: cells, ...extent } = await chartRuns(store, {
      organization_id,
      filter: query,
      read: (filter) => store.run_charts.matrix(organization_id, filter),
    });
    return { ...extent, cells };
  },
);
