import { describeRegression } from '@assay/scoring';
import type { ComparedRow } from '../../comparison.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** What to know about a compared task before its numbers. */
export function TaskRemarks({ row: { task, regressions, delta } }: { row: ComparedRow }) {
  const remarks = [...regressions.map(describeRegression), ...(delta?.reason === undefined ? [] : [delta.reason])];
  return (
    <>
      {remarks.map((remark) => (
        <p key={remark} className="note">
          <UntrustedText text={remark} />
        </p>
      ))}
      {task?.proven === false ? <p className="note">This task is unproven: it has no passing proof.</p> : null}
    </>
  );
}
