import type { ComparedTask } from '@assay/schema';
import { describeDelta, describeOutcome } from '@assay/scoring';
import { useState } from 'react';
import { type ComparedRow, type ComparisonView, outcomeTone } from '../../comparison.ts';
import { useMedia } from '../../media.ts';
import { goTo } from '../../report-position.ts';
import { landmarkAttributes } from '../../reveal.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { ComparedRun } from './compared-run.tsx';
import { ComparedSide } from './compared-side.tsx';
import { TaskRemarks } from './task-remarks.tsx';

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
        <span className="pill" data-tone={outcomeTone(row)}>
          {describeOutcome(row)}
        </span>
      </summary>
      {open || printing ? <Inside row={row} view={view} /> : null}
    </details>
  );
}

function Inside({ row, view }: { row: ComparedRow; view: ComparisonView }) {
  const { task } = row;
  const { baseline, candidate } = view.comparison;
  return (
    <>
      <TaskRemarks row={row} />
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
  const drawRun = (run_id: string) => <ComparedRun key={run_id} run_id={run_id} view={view} />;
  return <ComparedSide className="side" {...{ name, label, side, drawRun }} />;
}
