import type { Comparison } from '@assay/schema';
import { formatNoun } from '../../format.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** Tasks that the candidate lost in every run, and their second stage. Shown first, because the mean hides them. */
export function LossNotes({ comparison: { verdict, confirmation } }: { comparison: Comparison }) {
  const losses = verdict.regressions.filter(({ kind }) => kind === 'task_lost');
  return (
    <>
      {losses.map(({ task_id, status, reason }) => (
        <p key={task_id}>
          <span className="pill" data-tone={status === 'proven' ? 'bad' : 'warn'}>
            {status === 'proven' ? 'lost task' : 'suspected loss'}
          </span>{' '}
          <b>
            <UntrustedText text={task_id ?? ''} />
          </b>
          : <UntrustedText text={reason} />
        </p>
      ))}
      {confirmation === undefined ? null : <SecondStageNote confirmation={confirmation} />}
    </>
  );
}

function SecondStageNote({ confirmation }: { confirmation: NonNullable<Comparison['confirmation']> }) {
  const { tasks, reason, commands } = confirmation;
  const runs = tasks.reduce((all, task) => all + task.baseline.run_ids.length + task.candidate.run_ids.length, 0);
  return (
    <p className="note">
      Second stage, {formatNoun(runs, 'fresh run')}: <UntrustedText text={reason} />
      {commands.map((command) => (
        <span key={command}>
          <br />
          <code>
            <UntrustedText text={command} />
          </code>
        </span>
      ))}
    </p>
  );
}
