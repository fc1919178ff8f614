import type { Diff, DiffFile } from '@assay/scoring';
import { useState } from 'react';
import { type PinnedFinding, pinFindings } from '../../diff/pin-findings.ts';
import { landmarkAttributes } from '../../reveal.ts';
import { visibleLine } from '../../visible.ts';
import { DiffLines } from './diff-lines.tsx';
import { LineCounts } from './line-counts.tsx';

interface Props {
  readonly diff: Diff;
  readonly file: DiffFile;
  readonly startsOpen: boolean;
  /** Findings in any file of the diff. */
  readonly findings?: readonly PinnedFinding[];
}

/** One changed file. Its lines are rendered only while it is open. */
export function DiffFileRow({ diff, file, startsOpen, findings = [] }: Props) {
  const [open, setOpen] = useState(startsOpen);
  const path = visibleLine(file.path);
  return (
    <details
      className="unfold diff-file"
      open={startsOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      {...landmarkAttributes('path', file.path)}
    >
      <summary>
        <bdi className="diff-path">{path}</bdi>
        {file.left_out === null ? <LineCounts counts={file} /> : <span className="note">{file.left_out}</span>}
      </summary>
      {open ? (
        <DiffLines label={`Changes of ${path}`} path={file.path} lines={pinFindings(diff, file, findings)} />
      ) : null}
    </details>
  );
}
