import '../scenarios/scenarios.css';
import './home.css';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/api.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { BudgetAlert } from './budget-alert.tsx';
import { ChangesCard } from './changes-card.tsx';
import { FolderCard } from './folder-card.tsx';
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
