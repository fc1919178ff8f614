import type { Diff, DiffFile } from '@assay/scoring';
import { useEffect, useMemo, useRef, useState } from 'react';
import { layoutFile, type PinnedFinding } from '../../diff/diff-rows.ts';
import type { LineRef } from '../../diff/line-ref.ts';
import { landmarkAttributes } from '../../reveal.ts';
import { visibleLine } from '../../visible.ts';
import type { LineLinks } from './diff-line.tsx';
import { DiffLines } from './diff-lines.tsx';
import { LineCounts } from './line-counts.tsx';

interface Props {
  readonly diff: Diff;
  readonly file: DiffFile;
  readonly startsOpen: boolean;
  /** Findings in any file of the diff. */
  readonly findings?: readonly PinnedFinding[];
  readonly split?: boolean;
  readonly linked?: LineRef | null;
  readonly links?: LineLinks | undefined;
}

const NONE: readonly PinnedFinding[] = [];

/** One changed file. Its lines are rendered only while it is open. */
export function DiffFileRow({ diff, file, startsOpen, findings = NONE, split, linked = null, links }: Props) {
  const [open, setOpen] = useState(startsOpen);
  const element = useRef<HTMLDetailsElement>(null);
  const rows = useMemo(() => (open ? layoutFile(diff, file, findings) : []), [open, diff, file, findings]);
  useEffect(() => {
    if (linked !== null && element.current !== null) element.current.open = true;
  }, [linked]);
  const path = visibleLine(file.path);
  return (
    <details
      ref={element}
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
        <DiffLines
          label={`Changes of ${path}`}
          path={file.path}
          rows={rows}
          split={split ?? false}
          linked={linked}
          links={links}
        />
      ) : null}
    </details>
  );
}
