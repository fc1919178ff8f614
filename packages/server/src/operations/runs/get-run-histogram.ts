import { getRunHistogram } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { chartRuns } from '../../runs/chart-runs.ts';

export const getRunHistogramHandler = handle(
  getRunHistogram,
  async ({ query, caller: { organization_id }, services: { store } }) => {
    const { chart: bins, ...extent } = await chartRuns(store, {
      organization_id,
      filter: query,
      read: (filter) => store.run_charts.histogram(organization_id, filter),
    });
    return { ...extent, bins };
  },
);
