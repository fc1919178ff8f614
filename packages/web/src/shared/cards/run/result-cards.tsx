import type { RunResult } from '@assay/schema';
import type { Diff } from '@assay/scoring';
import { useMemo } from 'react';
import { pinnedFindings } from '../../diff/pinned-findings.ts';
import { DiffCard, type FileLinks } from '../diff/diff-card.tsx';
import { ScorersCard } from './scorers-card.tsx';
import { StagesCard } from './stages-card.tsx';

/** Cards that exist only for runs that Assay executed. */
export function ResultCards({ run, diff, files }: { run: RunResult; diff: Diff; files: FileLinks }) {
  const findings = useMemo(() => pinnedFindings(run), [run]);
  return (
    <>
      <div className="made">
        <ScorersCard run={run} />
        <StagesCard stages={run.stages} />
      </div>
      <DiffCard diff={diff} changed={run.changed_paths} findings={findings} files={files} />
    </>
  );
}
