import type { Diff } from '@assay/scoring';
import { useState } from 'react';
import type { PinnedFinding } from '../../diff/diff-rows.ts';
import type { LineRef } from '../../diff/line-ref.ts';
import { formatCount, formatNoun } from '../../format.ts';
import { FILES_AT_ONCE } from '../../run-view.ts';
import { Card } from '../parts/card.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { DiffFileRow } from './diff-file-row.tsx';
import type { LineLinks } from './diff-line.tsx';
import { LineCounts } from './line-counts.tsx';

// smaller diffs start with all files open
const OPEN_LINES = 300;

/** The addresses of lines, and the one that is linked. */
export interface FileLinks {
  readonly file: string | null;
  readonly line: LineRef | null;
  readonly linksOf: (path: string) => LineLinks;
}

interface Props {
  readonly diff: Diff;
  readonly changed: readonly string[];
  readonly findings: readonly PinnedFinding[];
  readonly files: FileLinks;
}

/** The diff of the run, file by file, with findings below their lines. */
export function DiffCard({ diff, changed, findings, files: { file: linkedFile, line, linksOf } }: Props) {
  const [shown, setShown] = useState(FILES_AT_ONCE);
  const { files, lines } = diff;
  return (
    <Card title="Diff" aside={files.length === 0 ? null : <Size diff={diff} />}>
      {remarksOf(diff, changed).map((remark) => (
        <p className="note" key={remark}>
          <UntrustedText text={remark} />
        </p>
      ))}
      {files.slice(0, shown).map((file) => (
        <DiffFileRow
          key={file.start}
          diff={diff}
          file={file}
          startsOpen={lines.length <= OPEN_LINES}
          findings={findings}
          linked={file.path === linkedFile ? line : null}
          links={linksOf(file.path)}
        />
      ))}
      {files.length <= shown ? null : (
        <button type="button" className="quiet" onClick={() => setShown(shown + FILES_AT_ONCE)}>
          Show {formatCount(Math.min(FILES_AT_ONCE, files.length - shown))} more of {formatNoun(files.length, 'file')}
        </button>
      )}
    </Card>
  );
}

function Size({ diff: { files } }: { diff: Diff }) {
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return (
    <p className="together">
      <span className="note">{formatNoun(files.length, 'file')}</span>
      <LineCounts counts={{ additions, deletions }} />
    </p>
  );
}

function remarksOf({ files, cut }: Diff, changed: readonly string[]): string[] {
  const missing = changed.length - files.length;
  return [
    ...(files.length === 0 && changed.length === 0 ? ['No changes recorded.'] : []),
    ...(cut === null ? [] : [`The patch is truncated: ${cut}.`]),
    ...(missing > 0 ? [`${formatNoun(missing, 'changed path')} not in this patch.`] : []),
  ];
}
