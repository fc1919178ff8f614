import type { ComparedTask, Comparison } from '@assay/schema';
import { describeDelta, describeRegression } from '@assay/scoring';
import { useState } from 'react';
import { type Fact, FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { type ComparedRow, taskTone } from '../../../shared/comparison.ts';
import { formatCount, formatDuration, formatUnitScore, formatUsd } from '../../../shared/format.ts';
import { landmarkAttributes } from '../../../shared/reveal.ts';
import { SideRun } from './side-run.tsx';
import { usePutTaskInUrl } from './use-put-task-in-url.ts';

interface Props {
  readonly row: ComparedRow;
  readonly comparison: Comparison;
}

/** Both sides of a task next to each other, with their runs. Runs are fetched when it is opened. */
export function BothSides({ row, comparison }: Props) {
  const [open, setOpen] = useState(row.regressions.length > 0);
  const nameTask = usePutTaskInUrl();
  const toggle = (next: boolean) => {
    if (next === open) return;
    setOpen(next);
    if (next) nameTask(row.task_id);
  };
  return (
    <details
      className="both"
      {...landmarkAttributes('task', row.task_id)}
      open={open}
      onToggle={(event) => toggle(event.currentTarget.open)}
    >
      <summary>
        <b>
          <UntrustedText text={row.task_id} />
        </b>
        <span className="both-delta">{describeDelta(row.delta)}</span>
        <span className="pill" data-tone={taskTone(row.word)}>
          {row.word}
        </span>
      </summary>
      {open ? <Inside row={row} comparison={comparison} /> : null}
    </details>
  );
}

function Inside({ row: { task, regressions, delta }, comparison }: Props) {
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
        <div className="both-sides">
          <Side name="Baseline" label={comparison.baseline.label} side={task.baseline} />
          <Side name="Candidate" label={comparison.candidate.label} side={task.candidate} />
        </div>
      )}
    </>
  );
}

function Side({ name, label, side }: { name: string; label: string; side: ComparedTask['baseline'] }) {
  return (
    <section className="both-side" aria-label={name}>
      <h3>
        {name} <UntrustedText text={label} />
      </h3>
      <FactList facts={factsOf(side)} />
      {side.run_ids.length === 0 ? <p className="note">No runs on this side count.</p> : null}
      <ul>
        {side.run_ids.map((run_id) => (
          <SideRun key={run_id} run_id={run_id} />
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
  { name: 'Cost', value: cost_usd === null ? 'unknown' : formatUsd(cost_usd), note: 'mean per run' },
  { name: 'Duration', value: formatDuration(wall_ms), note: 'mean per run' },
];
