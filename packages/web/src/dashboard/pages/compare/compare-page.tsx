import './compare.css';
import type { ComparisonSummary } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { PushCommands } from '../../parts/push-commands.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { Empty } from '../../states/empty.tsx';
import { MatrixCard } from './matrix-card.tsx';
import { PullRequestLink } from './pull-request-link.tsx';

/** Agents by scenarios, and the list of saved comparisons. */
export function ComparePage() {
  const workspace = useWorkspace();
  return (
    <>
      <title>Compare · Assay</title>
      <header className="page-head">
        <h1>Compare</h1>
      </header>
      {workspace === undefined ? (
        <Empty title="No workspace yet">
          <p className="note">Comparisons use the runs of a workspace.</p>
        </Empty>
      ) : (
        <Comparisons key={workspace.workspace_id} workspace_id={workspace.workspace_id} />
      )}
    </>
  );
}

function Comparisons({ workspace_id }: { workspace_id: string }) {
  const comparisons = usePages('listComparisons', { workspace_id, limit: 100 });
  return (
    <>
      <MatrixCard workspace_id={workspace_id} />
      <Card title="Saved comparisons">
        <Paged
          pages={comparisons}
          what="the comparisons"
          empty={
            <Empty title="No comparisons yet">
              <p className="note">Save one above, or compare two configurations on any machine:</p>
              <PushCommands commands={['compare BASELINE CANDIDATE --push']} />
            </Empty>
          }
        >
          {(items) => <ComparisonTable comparisons={items} rest={comparisons} />}
        </Paged>
      </Card>
    </>
  );
}

const NEWEST = { sort: 'when', order: 'desc' } as const;
const COLUMNS: readonly Column<ComparisonSummary>[] = [
  { id: 'answer', title: 'Answer', read: ({ headline }) => headline.text },
  { id: 'names', title: 'Candidate against baseline', read: ({ candidate, baseline }) => `${candidate} ${baseline}` },
  { id: 'request', title: 'Pull request', className: 'lesser' },
  { id: 'when', title: 'When', read: ({ created_at }) => created_at, first: 'desc', isNumber: true },
];

function ComparisonTable({ comparisons, rest }: { comparisons: readonly ComparisonSummary[]; rest: Rest }) {
  useLineKeys();
  return (
    <SortedTable label="Comparisons" columns={COLUMNS} rows={comparisons} first={NEWEST} rest={rest} list="comparisons">
      {({ comparison_id, headline, candidate, baseline, pull_request, created_at }) => (
        <tr key={comparison_id}>
          <td>
            <span className="pill" data-tone={headline.tone}>
              {visibleLine(headline.text)}
            </span>
          </td>
          <th scope="row">
            <Link to="/compare/$comparison_id" params={{ comparison_id } as never} className="line-link">
              <bdi>{visibleLine(candidate)}</bdi> <span className="note">against</span>{' '}
              <bdi>{visibleLine(baseline)}</bdi>
            </Link>
          </th>
          <td className="lesser">{pull_request === null ? null : <PullRequestLink pull_request={pull_request} />}</td>
          <td className="number">
            <TimeAgo at={created_at} />
          </td>
        </tr>
      )}
    </SortedTable>
  );
}
