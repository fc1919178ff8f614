import './explorer.css';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { CHARTS } from './charts.ts';
import { FilterRows } from './filter-rows.tsx';
import { toApiQuery } from './filters.ts';
import { RunTable } from './run-table.tsx';
import { useExplorerState } from './use-explorer-state.ts';

/** Charts and a table of the runs of a workspace. */
export function ExplorerPage() {
  const workspace = useWorkspace();
  return (
    <>
      <title>Data · Assay</title>
      <header className="page-head">
        <h1>Data explorer</h1>
      </header>
      {workspace === undefined ? (
        <Empty title="No workspace yet">
          <p className="note">Runs are stored in workspaces. Create a workspace in the settings, or send a run.</p>
        </Empty>
      ) : (
        <Explorer key={workspace.workspace_id} workspace_id={workspace.workspace_id} />
      )}
    </>
  );
}

function Explorer({ workspace_id }: { workspace_id: string }) {
  const { look, change, filter } = useExplorerState();
  const query = { workspace_id, ...toApiQuery(look.filters) };
  const chart = CHARTS.find(({ id }) => id === look.chart) ?? CHARTS[0];
  return (
    <>
      <FilterRows filters={look.filters} filter={filter} />
      <Card
        title={chart.title}
        aside={
          <fieldset className="choices" aria-label="Chart">
            {CHARTS.map(({ id, name }) => (
              <button key={id} type="button" aria-pressed={id === chart.id} onClick={() => change({ chart: id })}>
                {name}
              </button>
            ))}
          </fieldset>
        }
      >
        <chart.Chart query={query} />
      </Card>
      <RunTable look={look} query={query} change={change} />
    </>
  );
}
