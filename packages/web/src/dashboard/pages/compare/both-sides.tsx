import type { ComparedTask, Comparison } from '@assay/schema';
import { describeDelta, describeOutcome } from '@assay/scoring';
import { useState } from 'react';
import { ComparedSide } from '../../../shared/cards/comparison/compared-side.tsx';
import { TaskRemarks } from '../../../shared/cards/comparison/task-remarks.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { type ComparedRow, outcomeTone } from '../../../shared/comparison.ts';
import { landmarkAttributes } from '../../../shared/reveal.ts';
import { useIsShared } from '../../parts/sharing/shared.tsx';
import { SideRun } from './side-run.tsx';
import { usePutTaskInUrl } from './use-put-task-in-url.ts';

interface Props {
  readonly row: ComparedRow;
  readonly comparison: Comparison;
}

/** Both sides of a task next to each other, with their runs. Runs are fetched when it is opened. */
export function BothSides({ row, comparison }: Props) {
  const [open, setOpen] = useState(row.outcome === 'worse' || row.note === 'suspected');
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
        <span className="pill" data-tone={outcomeTone(row)}>
          {describeOutcome(row)}
        </span>
      </summary>
      {open ? <Inside row={row} comparison={comparison} /> : null}
    </details>
  );
}

function Inside({ row, comparison }: Props) {
  const { task } = row;
  return (
    <>
      <TaskRemarks row={row} />
      {task === undefined ? null : (
        <div className="both-sides">
          <Side name="Baseline" label={comparison.baseline.label} side={task.baseline} />
          <Side name="Candidate" label={comparison.candidate.label} side={task.candidate} />
        </div>
      )}
    </>
  );
}

interface SideProps {
  readonly name: string;
  readonly label: string;
  readonly side: ComparedTask['baseline'];
}

function Side({ name, label, side }: SideProps) {
  const isShared = useIsShared();
  const drawRun = (run_id: string) =>
    isShared ? (
      <li key={run_id}>
        <code>…{run_id.slice(-6)}</code>
      </li>
    ) : (
      <SideRun key={run_id} run_id={run_id} />
    );
  return <ComparedSide className="both-side" aria-label={name} {...{ name, label, side, drawRun }} />;
}
