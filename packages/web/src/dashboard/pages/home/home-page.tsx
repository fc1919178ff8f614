import '../scenarios/scenarios.css';
import './home.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { visible, visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { useSort } from '../../parts/sorting/use-sort.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { BY_NAME, listInFolder, SCENARIO_COLUMNS, sortScenarios } from '../scenarios/listed-scenario.ts';
import { ScenarioTable } from '../scenarios/scenario-table.tsx';
import { describeBudget } from '../trends/describe-budget.ts';
import { ChangesCard } from './changes-card.tsx';
import { NextSteps } from './next-steps.tsx';
import { NowCard } from './now-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** What is happening now, what changed since yesterday, and what to do next. */
export function HomePage() {
  const workspace = useWorkspace();
  return (
    <>
      <title>Home · Assay</title>
      <header className="page-head">
        <h1>Home</h1>
      </header>
      {workspace === undefined ? (
        <NextSteps />
      ) : (
        <Home key={workspace.workspace_id} workspace_id={workspace.workspace_id} />
      )}
    </>
  );
}

function Home({ workspace_id }: { workspace_id: string }) {
  const runs = useQuery(ask('listRuns', { workspace_id, limit: 1 }));
  const isNew = runs.data?.items.length === 0;
  return (
    <>
      <BudgetAlert workspace_id={workspace_id} />
      <NowCard workspace_id={workspace_id} />
      {isNew ? <NextSteps /> : <ChangesCard workspace_id={workspace_id} />}
      <SessionsCard workspace_id={workspace_id} />
      <FolderCard />
      {isNew ? null : (
        <details className="home-more">
          <summary>Add more data</summary>
          <NextSteps />
        </details>
      )}
    </>
  );
}

/** Says that most of the budget of this month is used. Nothing before that. */
function BudgetAlert({ workspace_id }: { workspace_id: string }) {
  const { data } = useQuery(ask('getRunTotals', { workspace_id, period: 'month', limit: 1 }));
  const used = data === undefined ? null : describeBudget(data.this_month.cost_usd_micros, data.budget_usd_micros);
  if (used?.tone === undefined) return null;
  return (
    <p className="budget-alert" data-tone={used.tone} role="status">
      <b>Budget of this month: {used.sentence}.</b>{' '}
      <Link to="/trends" search={{ range: 'this_month' } as never}>
        See what it was spent on
      </Link>
    </p>
  );
}

const MOST_LISTED = 8;

/** The scenarios of the served folder. Nothing if no folder is served. */
function FolderCard() {
  const { data } = useQuery(ask('listFolderScenarios', {}));
  const state = useSort({ columns: SCENARIO_COLUMNS, first: BY_NAME, list: 'scenarios' });
  if (data?.folder == null || (data.items.length === 0 && data.problem === null)) return null;
  const { folder, problem, items } = data;
  const listed = sortScenarios(items.map(listInFolder), state.sorted);
  return (
    <Card
      title={`Scenarios in ${visibleLine(folder)}`}
      aside={items.length === 0 ? null : <Link to="/scenarios">All {formatNoun(items.length, 'scenario')}</Link>}
    >
      {problem === null ? (
        <ScenarioTable scenarios={listed.slice(0, MOST_LISTED)} {...state} />
      ) : (
        <pre className="folder-problem">{visible(problem)}</pre>
      )}
    </Card>
  );
}
