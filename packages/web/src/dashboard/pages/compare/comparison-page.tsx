import './compare.css';
import '../../../shared/styles/head.css';
import '../../../shared/styles/comparison.css';
import '../../../shared/styles/dumbbell.css';
import type { StoredComparison } from '@assay/schema/api';
import { composeHeadline } from '@assay/scoring';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ComparisonFacts } from '../../../shared/cards/comparison/comparison-facts.tsx';
import { DifferencesCard } from '../../../shared/cards/comparison/differences-card.tsx';
import { ExcludedRunsCard } from '../../../shared/cards/comparison/excluded-runs-card.tsx';
import { TasksChartCard } from '../../../shared/cards/comparison/tasks-chart-card.tsx';
import { VerdictBanner } from '../../../shared/cards/comparison/verdict-banner.tsx';
import { WorseCard } from '../../../shared/cards/comparison/worse-card.tsx';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { WarningsCard } from '../../../shared/cards/run/warnings-card.tsx';
import { viewComparison } from '../../../shared/comparison.ts';
import { reveal } from '../../../shared/reveal.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { NotFoundPage } from '../../parts/not-found-page.tsx';
import { ShareButton } from '../../parts/sharing/share-button.tsx';
import { useIsShared } from '../../parts/sharing/shared.tsx';
import { readSearchText, type Search } from '../../search.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { Loaded } from '../../states/loaded.tsx';
import { BothSides } from './both-sides.tsx';
import { LinkPullRequest } from './link-pull-request.tsx';
import { OpenPullRequest } from './open-pull-request.tsx';
import { PullRequestLink } from './pull-request-link.tsx';
import { usePutTaskInUrl } from './use-put-task-in-url.ts';

/** One comparison: the verdict, its basis, and both sides of every task. */
export function ComparisonPage() {
  const { comparison_id = '' } = useParams({ strict: false }) as { comparison_id?: string };
  const asked = useQuery({
    ...ask('getComparison', { comparison_id }),
  });
  return (
    <Loaded query={asked} what="the comparison" lines={10} missing={<NotFoundPage />}>
      {(comparison) => <Compared comparison={comparison} />}
    </Loaded>
  );
}

/** The cards of a comparison; a shared one leads to nothing else. */
export function Compared({ comparison }: { comparison: StoredComparison }) {
  const isShared = useIsShared();
  // runs are not part of this view: each has its own page
  const view = useMemo(() => viewComparison(comparison, []), [comparison]);
  const task = readSearchText(useSearch({ strict: false }) as Search, 'task');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival; tasks opened later are already in view
  useEffect(() => {
    if (task !== undefined) reveal('task', task);
  }, []);
  const nameTask = usePutTaskInUrl();
  // a task that is already open fires no toggle event, so set the URL here
  const showTask = (task_id: string) => {
    reveal('task', task_id);
    nameTask(task_id);
  };
  const { candidate, baseline, verdict } = comparison;
  return (
    <>
      <title>{`${visibleLine(composeHeadline(comparison).text)} · Assay`}</title>
      {isShared ? null : (
        <div className="page-head">
          <Link to="/compare" className="note">
            All comparisons
          </Link>
          <div className="aside">
            <ShareButton
              workspace_id={comparison.workspace_id}
              target={{ kind: 'comparison', comparison_id: comparison.comparison_id }}
            />
          </div>
        </div>
      )}
      <VerdictBanner comparison={comparison} />
      <ComparisonFacts comparison={comparison} />
      <WarningsCard about="comparison" warnings={verdict.warnings} />
      <TasksChartCard view={view} showTask={showTask} />
      <div className="pair">
        <div className="stack">
          <WorseCard view={view} showTask={showTask} />
          {isShared ? null : <PullRequestCard comparison={comparison} />}
        </div>
        <div className="stack">
          <DifferencesCard comparison={comparison} />
          <ExcludedRunsCard view={view} />
        </div>
      </div>
      <Card
        title="Baseline and candidate by task"
        aside={
          <span className="note">
            {visibleLine(baseline.label)} on the left, {visibleLine(candidate.label)} on the right
          </span>
        }
      >
        {view.rows.map((row) => (
          <BothSides key={row.task_id} row={row} comparison={comparison} />
        ))}
      </Card>
    </>
  );
}

/** The pull request of a comparison, or the controls to open one. */
function PullRequestCard({ comparison }: { comparison: StoredComparison }) {
  const { comparison_id, pull_request } = comparison;
  const mayWrite = useCanWrite();
  return (
    <Card title="Pull request">
      {pull_request === null ? (
        <OpenPullRequest comparison_id={comparison_id} />
      ) : (
        <p>
          <PullRequestLink pull_request={pull_request} />
        </p>
      )}
      {mayWrite ? <LinkPullRequest comparison={comparison} /> : null}
    </Card>
  );
}
