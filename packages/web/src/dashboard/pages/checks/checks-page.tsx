import type { Check } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import type { Tone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { PushCommands } from '../../parts/push-commands.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';

/** The checks that CI jobs and people pushed, newest first. */
export function ChecksPage() {
  const workspace = useWorkspace();
  return (
    <>
      <title>Checks · Assay</title>
      <header className="page-head">
        <h1>Checks</h1>
      </header>
      {workspace === undefined ? (
        <Empty title="No workspace yet">
          <p className="note">Checks are stored in workspaces.</p>
        </Empty>
      ) : (
        <Checks key={workspace.workspace_id} workspace_id={workspace.workspace_id} />
      )}
    </>
  );
}

function Checks({ workspace_id }: { workspace_id: string }) {
  const checks = usePages('listChecks', { workspace_id });
  return (
    <Card title="Checks">
      <Paged
        pages={checks}
        what="the checks"
        empty={
          <Empty title="No checks yet">
            <p className="note">A check looks for weakened tests, secrets and more in a change. Push its result:</p>
            <PushCommands commands={['assay check --base main --push']} />
          </Empty>
        }
      >
        {(items) => <CheckTable checks={items} />}
      </Paged>
    </Card>
  );
}

function CheckTable({ checks }: { checks: readonly Check[] }) {
  return (
    <ScrollableTable label="Checks">
      <table className="sheet">
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Change</th>
            <th scope="col">Findings</th>
            <th scope="col" className="number lesser">
              Files
            </th>
            <th scope="col" className="number">
              Pushed
            </th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <CheckRow key={check.digest} check={check} />
          ))}
        </tbody>
      </table>
    </ScrollableTable>
  );
}

const TONES: Readonly<Record<Check['report']['overall'], Tone>> = {
  PASS: 'good',
  FAIL: 'bad',
  ERROR: 'warn',
  'N/A': 'muted',
};

function CheckRow({ check: { change, report, pushed_at } }: { check: Check }) {
  const { repository, branch, commit, pull_request } = change;
  const place = [repository ?? 'unknown repository', ...(branch === null ? [] : [branch])].join(' · ');
  return (
    <tr>
      <td>
        <span className="pill" data-tone={TONES[report.overall]}>
          {report.overall}
        </span>
      </td>
      <th scope="row">
        {pull_request === null ? (
          <bdi>{visibleLine(place)}</bdi>
        ) : (
          <a href={pull_request} rel="noreferrer">
            <bdi>{visibleLine(place)}</bdi>
          </a>
        )}{' '}
        <span className="note">
          <bdi>{visibleLine(commit?.slice(0, SHORT_COMMIT) ?? report.head)}</bdi>
        </span>
      </th>
      <td>
        <Findings report={report} />
      </td>
      <td className="number lesser">{report.changed_files}</td>
      <td className="number">
        <TimeAgo at={pushed_at} />
      </td>
    </tr>
  );
}

const SHORT_COMMIT = 12;
const MOST_FINDINGS = 20;

/** The number of findings of each grade; opened, those that block or need a review. */
function Findings({ report: { grades, results } }: Pick<Check, 'report'>) {
  const telling = results
    .flatMap(({ findings }) => findings)
    .filter(({ grade }) => grade === 'blocks' || grade === 'review')
    .slice(0, MOST_FINDINGS);
  const counts = `${grades.blocks} blocks, ${grades.review} review, ${grades.note} note`;
  if (telling.length === 0) return counts;
  return (
    <details>
      <summary>{counts}</summary>
      <ul>
        {telling.map(({ path, line, message }) => (
          <li key={JSON.stringify([path, line, message])}>
            <code>{visibleLine(line === undefined ? path : `${path}:${line}`)}</code> <bdi>{visibleLine(message)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
