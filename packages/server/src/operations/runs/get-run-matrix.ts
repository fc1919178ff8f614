import { getRunMatrix } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { chartRuns } from '../../runs/chart-runs.ts';

export const getRunMatrixHandler = handle(
  getRunMatrix,
  async ({ query, caller: { organization_id }, services: { store } }) => {
    const { chart, ...extent } = await chartRuns(store, {
      organization_id,
      filter: query,
      read: async (filter) => {
        const cells = await store.run_charts.matrix(organization_id, filter);
        const names = [...new Set(cells.map(({ column }) => column))];
        return { cells, columns: await store.run_charts.columns(organization_id, { ...filter, names }) };
      },
    });
    return { ...extent, ...chart };
  },
);
