import type { OrganizationId, WorkspaceId } from '@assay/schema';
import type { Tables } from '../store/store.ts';
import { CHARTED_RUNS, type Extent } from '../store/tables/runs/run-charts.ts';
import type { RunFilter } from '../store/tables/runs/run-filter.ts';
import { findWorkspace } from './find-workspace.ts';

type Charted = Extent & { readonly partial: boolean };

/** Reads a chart of the runs matching a filter, and how far back it reaches. */
export async function chartRuns<Filter extends Omit<RunFilter, 'workspace_id'>, Chart>(
  tables: Pick<Tables, 'workspaces' | 'run_charts'>,
  {
    organization_id,
    filter,
    read,
  }: {
    readonly organization_id: OrganizationId;
    readonly filter: Filter & { readonly workspace_id?: WorkspaceId | undefined };
    readonly read: (filter: Filter & { readonly workspace_id: WorkspaceId }) => Promise<Chart>;
  },
): Promise<Charted & { readonly chart: Chart }> {
  const workspace_id = await findWorkspace(tables, organization_id, filter.workspace_id);
  const wanted = { ...filter, workspace_id };
  const extent = await tables.run_charts.findExtent(organization_id, wanted);
  return { ...extent, partial: extent.looked_at === CHARTED_RUNS, chart: await read(wanted) };
}
