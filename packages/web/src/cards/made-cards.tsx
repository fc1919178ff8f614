import type { RunResult } from '@assay/schema';
import { DiffCard } from './diff-card.tsx';
import { ScorersCard } from './scorers-card.tsx';
import { StagesCard } from './stages-card.tsx';

/** What is known only of a run that Assay made itself. */
export function MadeCards({ run, patch }: { run: RunResult; patch: string }) {
  return (
    <>
      <div className="made">
        <ScorersCard run={run} />
        <StagesCard stages={run.stages} />
      </div>
      <DiffCard patch={patch} changed={run.changed_paths} />
    </>
  );
}
