import type { Comparison } from '@assay/schema';
import { listLosses } from '@assay/scoring';
import { formatNoun } from '../../format.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** Tasks that the candidate lost in every run, and their second stage. Shown first, because the mean hides them. */
export function LossNotes({ comparison }: { comparison: Pick<Comparison, 'tasks' | 'verdict' | 'confirmation'> }) {
  const { confirmation } = comparison;
  return (
    <>
      {listLosses(comparison).map(({ task_id, title, certainty, reason }) => (
        <p key={task_id}>
          <span className="pill" data-tone={certainty === 'proven' ? 'bad' : 'warn'}>
            {title}
          </span>{' '}
          <b>
            <UntrustedText text={task_id} />
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
