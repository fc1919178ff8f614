import type { Comparison, ReportedRun } from '@assay/schema';
import { useEffect, useMemo } from 'react';
import { ComparedTaskRow } from '../shared/cards/comparison/compared-task-row.tsx';
import { ComparisonFacts } from '../shared/cards/comparison/comparison-facts.tsx';
import { DifferencesCard } from '../shared/cards/comparison/differences-card.tsx';
import { ExcludedRunsCard } from '../shared/cards/comparison/excluded-runs-card.tsx';
import { TasksChartCard } from '../shared/cards/comparison/tasks-chart-card.tsx';
import { VerdictBanner } from '../shared/cards/comparison/verdict-banner.tsx';
import { WorseCard } from '../shared/cards/comparison/worse-card.tsx';
import { Card } from '../shared/cards/parts/card.tsx';
import { WarningsCard } from '../shared/cards/run/warnings-card.tsx';
import { viewComparison } from '../shared/comparison.ts';
import { goTo } from '../shared/report-position.ts';
import { reveal } from '../shared/reveal.ts';

interface Props {
  readonly comparison: Comparison;
  readonly runs: readonly ReportedRun[];
  /** The task named in the URL. */
  readonly task: string | null;
}

/** A comparison: the verdict, its basis, and both sides of every task. */
export function ComparisonPage({ comparison, runs, task }: Props) {
  const view = useMemo(() => viewComparison(comparison, runs), [comparison, runs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival; tasks opened later are already in view
  useEffect(() => {
    if (task !== null) reveal('task', task);
  }, []);
  return (
    <>
      <VerdictBanner comparison={comparison} />
      <ComparisonFacts comparison={comparison} />
      <WarningsCard about="comparison" warnings={comparison.verdict.warnings} />
      <TasksChartCard view={view} showTask={showTask} />
      <div className="pair">
        <WorseCard view={view} showTask={showTask} />
        <div className="stack">
          <DifferencesCard comparison={comparison} />
          <ExcludedRunsCard view={view} />
        </div>
      </div>
      <Card title="Baseline and candidate by task">
        {view.rows.map((row) => (
          <ComparedTaskRow key={row.task_id} row={row} view={view} />
        ))}
      </Card>
    </>
  );
}

// a task that is already open fires no toggle event, so set the URL here
function showTask(task: string): void {
  reveal('task', task);
  goTo({ task });
}
