import type { RunResult } from '@assay/schema';
import type { Diff } from '@assay/scoring';
import { DiffCard } from '../diff/diff-card.tsx';
import { ScorersCard } from './scorers-card.tsx';
import { StagesCard } from './stages-card.tsx';

/** Cards that exist only for runs that Assay executed. */
export function ResultCards({ run, diff }: { run: RunResult; diff: Diff }) {
  return (
    <>
      <div className="made">
        <ScorersCard run={run} />
        <StagesCard stages={run.stages} />
      </div>
      <DiffCard diff={diff} changed={run.changed_paths} />
    </>
  );
}
