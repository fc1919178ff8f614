import './compare.css';
import '../../../styles/head.css';
import '../../../styles/comparison.css';
import '../../../styles/dumbbell.css';
import type { getComparison, StoredComparison } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Card } from '../../../cards/card.tsx';
import { ComparisonFacts } from '../../../cards/comparison-facts.tsx';
import { DifferencesCard } from '../../../cards/differences-card.tsx';
import { ExcludedRunsCard } from '../../../cards/excluded-runs-card.tsx';
import { RegressionsCard } from '../../../cards/regressions-card.tsx';
import { TasksChartCard } from '../../../cards/tasks-chart-card.tsx';
import { VerdictBanner } from '../../../cards/verdict-banner.tsx';
import { WarningsCard } from '../../../cards/warnings-card.tsx';
import { viewComparison } from '../../../comparison.ts';
import { reveal } from '../../../reveal.ts';
import { visibleLine } from '../../../visible.ts';
import { call, segment } from '../../client/call.ts';
import { type Search, textOf } from '../../search.ts';
import { NoPage } from '../../shell/no-page.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { BothSides } from './both-sides.tsx';
import { PullRequestCard } from './pull-request-card.tsx';
import { useNameTask } from './use-name-task.ts';

/** What a comparison came to: the verdict, what it rests on, and both sides of every task. */
export function ComparisonPage() {
  const { comparison_id = '' } = useParams({ strict: false }) as { comparison_id?: string };
  const path = `/v1/comparisons/${segment(comparison_id)}`;
  const asked = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<typeof getComparison>('GET', path, { signal }),
  });
  return (
    <Loaded query={asked} what="the comparison" lines={10} missing={<NoPage />}>
      {(comparison) => <Compared comparison={comparison} />}
    </Loaded>
  );
}

function Compared({ comparison }: { comparison: StoredComparison }) {
  // runs have pages of their own here, and are asked for there
  const view = useMemo(() => viewComparison(comparison, []), [comparison]);
  const task = textOf(useSearch({ strict: false }) as Search, 'task');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where one comes from; what is opened later is in sight
  useEffect(() => {
    if (task !== undefined) reveal('task', task);
  }, []);
  const nameTask = useNameTask();
  // also one that is open already, of which opening tells nothing
  const showTask = (task_id: string) => {
    reveal('task', task_id);
    nameTask(task_id);
  };
  const { candidate, baseline, verdict } = comparison;
  return (
    <>
      <title>{`${verdict.verdict}: ${visibleLine(candidate.label)} · Assay`}</title>
      <p className="note">
        <Link to="/compare">All comparisons</Link>
      </p>
      <VerdictBanner comparison={comparison} />
      <ComparisonFacts comparison={comparison} />
      <WarningsCard about="comparison" warnings={verdict.warnings} />
      <TasksChartCard view={view} showTask={showTask} />
      <div className="pair">
        <div className="stack">
          <RegressionsCard view={view} showTask={showTask} />
          <PullRequestCard comparison={comparison} />
        </div>
        <div className="stack">
          <DifferencesCard comparison={comparison} />
          <ExcludedRunsCard view={view} />
        </div>
      </div>
      <Card
        title="Both sides of each task"
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
