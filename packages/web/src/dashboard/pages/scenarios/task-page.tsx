import './scenarios.css';
import type { StoredTask } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatBytes, formatInstant, formatJson, formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { CopyableText } from '../../parts/copyable-text.tsx';
import { NotFoundPage } from '../../parts/not-found-page.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { useCanWrite } from '../../session/use-session.ts';
import { Loaded } from '../../states/loaded.tsx';
import { NewRunsCard } from './new-runs-card.tsx';
import { ProofCard } from './proof-card.tsx';

/** A task: its proof, new runs, digests, files and frozen scenario. */
export function TaskPage() {
  const { task_id = '' } = useParams({ strict: false }) as { task_id?: string };
  const asked = useQuery(ask('getTask', { task_id }));
  return (
    <Loaded query={asked} what="the task" lines={10} missing={<NotFoundPage />}>
      {(task) => <Task task={task} />}
    </Loaded>
  );
}

const DIGESTS = [
  ['Task', 'task_digest'],
  ['Scorers', 'scorers_digest'],
  ['Rubric', 'rubric_digest'],
  ['Seed', 'seed_digest'],
] as const;

function Task({ task }: { task: StoredTask }) {
  const { task_id, scenario, scenario_id, files } = task;
  const mayWrite = useCanWrite();
  return (
    <>
      <title>{`Task of ${visibleLine(scenario.name)} · Assay`}</title>
      <header className="page-head">
        <h1>
          Task of <bdi>{visibleLine(scenario.name)}</bdi>
        </h1>
        <code className="note">{task_id}</code>
        {scenario_id === null ? null : (
          <Link to="/scenarios/$scenario_id" params={{ scenario_id } as never} className="note">
            View scenario
          </Link>
        )}
        <Link to="/runs" search={{ scenario: scenario.name } as never} className="note">
          View runs
        </Link>
      </header>
      <ProofCard task_id={task_id} />
      {mayWrite ? <NewRunsCard task={task} /> : null}
      <Card title="Digests" aside={<span className="note">frozen {formatInstant(task.seeded_at)}</span>}>
        <dl className="digests">
          {DIGESTS.map(([title, name]) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>
                <code>{task[name]}</code>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Files" aside={<span className="note">{formatNoun(files.length, 'file')}</span>}>
        {files.length === 0 ? (
          <p className="note">No files.</p>
        ) : (
          <ScrollableTable label="Files of the task" className="frozen-files">
            <table className="sheet">
              <thead>
                <tr>
                  <th scope="col">Path</th>
                  <th scope="col" className="number">
                    Size
                  </th>
                  <th scope="col" className="lesser">
                    SHA-256
                  </th>
                </tr>
              </thead>
              <tbody>
                {files.map(({ name, executable, digest, size_bytes }) => (
                  <tr key={name}>
                    <th scope="row">
                      <code>{visibleLine(name)}</code> {executable ? <span className="tag">executable</span> : null}
                    </th>
                    <td className="number">{formatBytes(size_bytes)}</td>
                    <td className="lesser">
                      <code>{digest}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollableTable>
        )}
      </Card>
      <Card title="Frozen scenario">
        <CopyableText text={formatJson(scenario, 2)} what="the scenario" />
      </Card>
    </>
  );
}
