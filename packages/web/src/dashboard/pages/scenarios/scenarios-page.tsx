import './scenarios.css';
import type { Answer } from '@assay/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { visible } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { usePages } from '../../parts/paged.tsx';
import { useSort } from '../../parts/sorting/use-sort.ts';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { Empty } from '../../states/empty.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loading } from '../../states/loading.tsx';
import { BY_NAME, listInFolder, listStored, SCENARIO_COLUMNS, sortScenarios } from './listed-scenario.ts';
import { ScenarioTable } from './scenario-table.tsx';
import { SentProofsCard } from './sent-proofs-card.tsx';

/** The scenarios of the server that are not archived, and those of the served folder. */
export function ScenariosPage() {
  const mayWrite = useCanWrite();
  const folder = useQuery(ask('listFolderScenarios', {}));
  return (
    <>
      <title>Scenarios · Assay</title>
      <header className="page-head">
        <h1>Scenarios</h1>
        {mayWrite ? (
          <Link to="/scenarios/new" className="button primary aside">
            New scenario
          </Link>
        ) : null}
      </header>
      <section className="card" aria-label="Scenarios">
        {folder.isPending ? <Loading what="the scenarios" lines={8} /> : <Scenarios inFolder={folder.data} />}
      </section>
      <SentProofsCard />
    </>
  );
}

function Scenarios({ inFolder }: { inFolder: Answer<'listFolderScenarios'> | undefined }) {
  const stored = usePages('listScenarios', { limit: 100 });
  const state = useSort({ columns: SCENARIO_COLUMNS, first: BY_NAME });
  useLineKeys();
  if (stored.data === undefined)
    return stored.error === null ? (
      <Loading what="the scenarios" lines={8} />
    ) : (
      <Failed what="the scenarios" error={stored.error} retry={() => void stored.refetch()} />
    );
  const scenarios = [
    ...(inFolder?.items ?? []).map(listInFolder),
    ...stored.data.pages.flatMap(({ items }) => items).map(listStored),
  ];
  return (
    <>
      {inFolder?.problem == null ? null : (
        <div className="failed" role="alert">
          <p>
            <b>Could not read the scenarios of the folder.</b>
          </p>
          <pre>{visible(inFolder.problem)}</pre>
        </div>
      )}
      {scenarios.length === 0 ? (
        <NoScenarios />
      ) : (
        <ScenarioTable scenarios={sortScenarios(scenarios, state.sorted)} {...state} />
      )}
      {stored.hasNextPage ? (
        <button
          type="button"
          className="quiet"
          disabled={stored.isFetchingNextPage}
          onClick={() => void stored.fetchNextPage()}
        >
          {stored.isFetchingNextPage ? 'Loading more…' : 'Show more'}
        </button>
      ) : null}
    </>
  );
}

function NoScenarios() {
  const mayWrite = useCanWrite();
  return (
    <Empty title="No scenarios yet">
      <p className="note">
        A scenario describes a task: the instruction, the starting files and the checks. Freeze it to run agents on it.
      </p>
      {mayWrite ? (
        <Link to="/scenarios/new" className="button">
          Create the first scenario
        </Link>
      ) : null}
    </Empty>
  );
}
