import './scenarios.css';
import type { StoredScenario } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { visibleLine } from '../../../shared/visible.ts';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { NotFoundPage } from '../../parts/not-found-page.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { Loaded } from '../../states/loaded.tsx';
import { asDraft, type Draft, NEW_SCENARIO } from './editor/draft.ts';
import { removeDefaults } from './editor/remove-defaults.ts';
import { ScenarioEditor } from './editor/scenario-editor.tsx';
import { SentProofsCard } from './sent-proofs-card.tsx';
import { TasksCard } from './tasks-card.tsx';
import { useSeedFiles } from './use-seed-files.ts';

/** The editor for a new scenario. */
export function NewScenarioPage() {
  const navigate = useNavigate();
  const create = useAction({
    act: (scenario: Draft) => api.createScenario({ scenario: scenario as never }),
    changes: ['listScenarios'],
    done: ({ scenario_id }) => void navigate({ to: '/scenarios/$scenario_id', params: { scenario_id } as never }),
  });
  return (
    <>
      <title>New scenario · Assay</title>
      <header className="page-head">
        <h1>New scenario</h1>
        <Link to="/scenarios" className="note">
          All scenarios
        </Link>
      </header>
      <ScenarioEditor
        first={NEW_SCENARIO}
        save="Create scenario"
        busy={create.isPending}
        error={create.error}
        submit={create.mutate}
        saved={false}
        files={[]}
      />
    </>
  );
}

/** The editor of a stored scenario, and the tasks frozen from it. */
export function ScenarioPage() {
  const { scenario_id = '' } = useParams({ strict: false }) as { scenario_id?: string };
  const asked = useQuery(ask('getScenario', { scenario_id }));
  return (
    <Loaded query={asked} what="the scenario" lines={10} missing={<NotFoundPage />}>
      {(stored) => <Editing stored={stored} />}
    </Loaded>
  );
}

function Editing({ stored }: { stored: StoredScenario }) {
  const { scenario_id, scenario, revision, archived_at } = stored;
  const navigate = useNavigate();
  const files = useSeedFiles(stored);
  const first = useMemo(() => removeDefaults(asDraft(scenario)), [scenario]);
  const mayWrite = useCanWrite() && archived_at === null;
  const changes = ['getScenario', 'listScenarios'] as const;
  const update = useAction({
    act: (draft: Draft) => api.updateScenario({ scenario_id, scenario: draft as never, revision }),
    changes,
  });
  const archive = useAction({
    act: () => api.archiveScenario({ scenario_id }),
    changes,
    done: () => void navigate({ to: '/scenarios' }),
  });
  return (
    <>
      <title>{`${visibleLine(scenario.name)} · Assay`}</title>
      <header className="page-head">
        <h1>
          <bdi>{visibleLine(scenario.name)}</bdi>
        </h1>
        <span className="note">revision {revision}</span>
        {archived_at === null ? null : <span className="pill">archived</span>}
        <Link to="/scenarios" className="note">
          All scenarios
        </Link>
        <Link to="/runs" search={{ scenario: scenario.name } as never} className="note">
          View runs
        </Link>
        {mayWrite ? (
          <span className="aside">
            <ConfirmButton
              name="Archive"
              really="Really archive"
              about={`the scenario ${visibleLine(scenario.name)}`}
              disabled={archive.isPending}
              act={() => archive.mutate(undefined)}
            />
          </span>
        ) : null}
      </header>
      <ActionError error={archive.error} />
      <TasksCard stored={stored} />
      <SentProofsCard scenario={scenario.name} />
      <ScenarioEditor
        key={revision}
        first={first}
        save="Save scenario"
        busy={update.isPending}
        error={update.error}
        saved={update.isSuccess}
        submit={mayWrite ? update.mutate : null}
        files={files}
      />
    </>
  );
}
