import type { Check } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { RecordTables } from '../../../shared/cards/run/record-card.tsx';
import type { Tone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { PushCommands } from '../../parts/push-commands.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
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
  const checks = usePages('listChecks', { workspace_id, limit: 100 });
  return (
    <Card title="Checks">
      <Paged
        pages={checks}
        what="the checks"
        empty={
          <Empty title="No checks yet">
            <p className="note">A check looks for weakened tests, secrets and more in a change. Push its result:</p>
            <PushCommands commands={['check --base main --push']} />
          </Empty>
        }
      >
        {(items) => <CheckTable checks={items} rest={checks} />}
      </Paged>
    </Card>
  );
}

const NEWEST = { sort: 'pushed', order: 'desc' } as const;
const COLUMNS: readonly Column<Check>[] = [
  { id: 'result', title: 'Result', read: ({ report }) => report.overall },
  { id: 'change', title: 'Change', read: describePlace },
  { id: 'findings', title: 'Findings', read: ({ report }) => rankFindings(report.grades), first: 'desc' },
  {
    id: 'files',
    title: 'Files',
    read: ({ report }) => report.changed_files,
    ...({ first: 'desc', isNumber: true, className: 'lesser' } as const),
  },
  { id: 'pushed', title: 'Pushed', read: ({ pushed_at }) => pushed_at, first: 'desc', isNumber: true },
];

// one that blocks outweighs any number of others
const rankFindings = ({ blocks, review, note }: Check['report']['grades']): number =>
  blocks * 1e12 + review * 1e6 + note;

function describePlace({ change: { repository, branch } }: Check): string {
  return [repository ?? 'unknown repository', ...(branch === null ? [] : [branch])].join(' · ');
}

const CheckTable = ({ checks, rest }: { checks: readonly Check[]; rest: Rest }) => (
  <SortedTable label="Checks" columns={COLUMNS} rows={checks} first={NEWEST} rest={rest}>
    {(check) => <CheckRow key={check.digest} check={check} />}
  </SortedTable>
);

const TONES: Readonly<Record<Check['report']['overall'], Tone>> = {
  PASS: 'good',
  FAIL: 'bad',
  ERROR: 'warn',
  'N/A': 'muted',
};

function CheckRow({ check }: { check: Check }) {
  const { change, report, pushed_at } = check;
  const { commit, pull_request } = change;
  const place = describePlace(check);
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

/** The number of findings of each grade; opened, those that block or need a review, and the record of the change. */
function Findings({ report: { grades, results, run } }: Pick<Check, 'report'>) {
  const telling = results
    .flatMap(({ findings }) => findings)
    .filter(({ grade }) => grade === 'blocks' || grade === 'review')
    .slice(0, MOST_FINDINGS);
  const counts = `${grades.blocks} blocks, ${grades.review} review, ${grades.note} note`;
  if (telling.length === 0 && run?.state !== 'ran') return counts;
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
      {run === undefined ? null : <RecordTables record={run} />}
    </details>
  );
}
