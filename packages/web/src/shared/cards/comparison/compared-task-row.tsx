import type { ComparedTask } from '@assay/schema';
import { describeDelta, describeRegression } from '@assay/scoring';
import { useState } from 'react';
import { type ComparedRow, type ComparisonView, taskTone } from '../../comparison.ts';
import { formatCount, formatDuration, formatUnitScore, formatUsd } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { goTo } from '../../report-position.ts';
import { landmarkAttributes } from '../../reveal.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { ComparedRun } from './compared-run.tsx';

/** Both sides of a task next to each other. Rendered only while open: there may be many runs. */
export function ComparedTaskRow({ row, view }: { row: ComparedRow; view: ComparisonView }) {
  const [open, setOpen] = useState(false);
  const printing = useMedia('print');
  const toggle = (next: boolean) => {
    setOpen(next);
    if (next) goTo({ task: row.task_id });
  };
  return (
    <details
      className="compared-task"
      {...landmarkAttributes('task', row.task_id)}
      onToggle={(event) => toggle(event.currentTarget.open)}
    >
      <summary>
        <b>
          <UntrustedText text={row.task_id} />
        </b>{' '}
        <span className="number">{describeDelta(row.delta)}</span>{' '}
        <span className="pill" data-tone={taskTone(row.word)}>
          {row.word}
        </span>
      </summary>
      {open || printing ? <Inside row={row} view={view} /> : null}
    </details>
  );
}

function Inside({ row: { task, regressions, delta }, view }: { row: ComparedRow; view: ComparisonView }) {
  const { baseline, candidate } = view.comparison;
  const remarks = [...regressions.map(describeRegression), ...(delta?.reason === undefined ? [] : [delta.reason])];
  return (
    <>
      {remarks.map((remark) => (
        <p key={remark} className="note">
          <UntrustedText text={remark} />
        </p>
      ))}
      {task?.proven === false ? <p className="note">This task is unproven: it has no passing proof.</p> : null}
      {task === undefined ? null : (
        <div className="sides">
          <Side name="Baseline" label={baseline.label} side={task.baseline} view={view} />
          <Side name="Candidate" label={candidate.label} side={task.candidate} view={view} />
        </div>
      )}
    </>
  );
}

interface SideProps {
  readonly name: string;
  readonly label: string;
  readonly side: ComparedTask['baseline'];
  readonly view: ComparisonView;
}

function Side({ name, label, side, view }: SideProps) {
  return (
    <section className="side">
      <h3>
        {name} <UntrustedText text={label} />
      </h3>
      <FactList facts={factsOf(side)} />
      {side.run_ids.length === 0 ? <p className="note">No runs on this side count.</p> : null}
      <ul>
        {side.run_ids.map((run_id) => (
          <ComparedRun key={run_id} run_id={run_id} view={view} />
        ))}
      </ul>
    </section>
  );
}

const factsOf = ({ composite, interval, passed, checks, cost_usd, wall_ms }: ComparedTask['baseline']): Fact[] => [
  {
    name: 'Composite',
    value: formatUnitScore(composite),
    note: interval === null ? 'no interval' : `${formatUnitScore(interval.low)} to ${formatUnitScore(interval.high)}`,
  },
  { name: 'Checks', value: `${formatCount(passed)} of ${formatCount(checks)}`, note: 'over all runs' },
  {
    name: 'Cost',
    value: cost_usd === null ? 'unknown' : formatUsd(cost_usd),
    note: 'mean per run',
  },
  { name: 'Duration', value: formatDuration(wall_ms), note: 'mean per run' },
];
