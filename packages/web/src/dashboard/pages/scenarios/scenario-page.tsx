import './scenarios.css';
import type { StoredScenario } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { NotFoundPage } from '../../parts/not-found-page.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { Loaded } from '../../states/loaded.tsx';
import { asDraft, type Draft, NEW_SCENARIO } from './editor/draft.ts';
import { removeDefaults } from './editor/remove-defaults.ts';
import { ScenarioEditor } from './editor/scenario-editor.tsx';
import { FreezeForm } from './freeze-form.tsx';
import { seedPaths } from './seed-paths.ts';
import { SentProofsCard } from './sent-proofs-card.tsx';

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

/** The seed files of the latest task; none before the first task. */
function useSeedFiles(stored: StoredScenario): readonly string[] {
  const tasks = usePages('listScenarioTasks', { scenario_id: stored.scenario_id });
  const task_id = tasks.data?.pages[0]?.items[0]?.task_id;
  const task = useQuery({
    ...ask('getTask', { task_id: task_id ?? '' }),
    enabled: task_id !== undefined,
  });
  return task.data === undefined ? [] : seedPaths(task.data);
}

const SHORT_DIGEST = 12;

/** The tasks of a scenario, newest first, and the form to freeze another. */
function TasksCard({ stored }: { stored: StoredScenario }) {
  const tasks = usePages('listScenarioTasks', { scenario_id: stored.scenario_id });
  const mayWrite = useCanWrite() && stored.archived_at === null;
  return (
    <Card title="Tasks" aside={<span className="note">Runs use a frozen snapshot, not your draft</span>}>
      <Paged
        pages={tasks}
        what="the tasks"
        lines={2}
        empty={<p className="note">No tasks yet. A task is a frozen snapshot of the scenario and its files.</p>}
      >
        {(items) => (
          <ol className="tasks">
            {items.map(({ task_id, seeded_at, task_digest }) => (
              <li key={task_id}>
                <Link to="/tasks/$task_id" params={{ task_id } as never} title={formatInstant(seeded_at)}>
                  <code>{task_id}</code>
                </Link>
                <code className="note">{task_digest.slice(0, SHORT_DIGEST)}</code>
                <TimeAgo at={seeded_at} />
              </li>
            ))}
          </ol>
        )}
      </Paged>
      {mayWrite ? <FreezeForm stored={stored} /> : null}
    </Card>
  );
}
