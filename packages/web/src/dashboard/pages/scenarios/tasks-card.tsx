import type { StoredScenario } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useCanWrite } from '../../session/use-session.ts';
import { FreezeForm } from './freeze-form.tsx';

const SHORT_DIGEST = 12;

/** The tasks of a scenario, newest first, and the form to freeze another. */
export function TasksCard({ stored }: { stored: StoredScenario }) {
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
