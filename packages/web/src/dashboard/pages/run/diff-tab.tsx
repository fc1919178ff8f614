import type { Grade } from '@assay/schema';
import type { Diff } from '@assay/scoring';
import { useEffect, useMemo, useState } from 'react';
import { DiffFileRow } from '../../../shared/cards/diff/diff-file-row.tsx';
import type { LineLinks } from '../../../shared/cards/diff/diff-line.tsx';
import { LineCounts } from '../../../shared/cards/diff/line-counts.tsx';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import type { PinnedFinding } from '../../../shared/diff/diff-rows.ts';
import { formatLine, parseLine } from '../../../shared/diff/line-ref.ts';
import { pinnedFindings } from '../../../shared/diff/pinned-findings.ts';
import { formatCount, formatNoun } from '../../../shared/format.ts';
import { reveal } from '../../../shared/reveal.ts';
import { FILES_AT_ONCE } from '../../../shared/run-view.ts';
import { Empty } from '../../states/empty.tsx';
import { buildFileTree } from './file-tree.ts';
import { FileTree } from './file-tree-nav.tsx';
import type { GoTo, HrefOf, RunPosition } from './use-run-position.ts';

// smaller diffs start with all files open
const OPEN_LINES = 600;
// lines of files that start open because of their findings
const MARKED_LINES = 5_000;

interface Props {
  readonly diff: Diff;
  readonly grade: Grade | undefined;
  readonly place: RunPosition;
  readonly go: GoTo;
  readonly href: HrefOf;
}

/** The diff of the run: a file tree, highlighted lines, and findings below their lines. */
export function DiffTab({ diff, grade, place, go, href }: Props) {
  const findings = useMemo(() => pinnedFindings(grade), [grade]);
  const tree = useMemo(() => buildFileTree(diff.files), [diff]);
  const [shown, setShown] = useState(FILES_AT_ONCE);
  const wanted = place.file === null ? -1 : diff.files.findIndex(({ path }) => path === place.file);
  const count = Math.max(shown, wanted + 1);
  const linked = useMemo(() => parseLine(place.line), [place.line]);
  useEffect(() => {
    // a line reveals itself
    if (place.file !== null && linked === null && count > 0) reveal('path', place.file);
  }, [place.file, linked, count]);
  if (diff.files.length === 0)
    return (
      <Empty title="No changes recorded">
        <p className="note">The agent changed no files, or the run has no workspace.</p>
      </Empty>
    );
  const split = place.view === 'split';
  const marked = new Set(findings.map(({ finding }) => finding.path));
  const open = findOpen(diff, marked);
  return (
    <div className="diff-page">
      <Card title={formatNoun(diff.files.length, 'file')} aside={<Total diff={diff} />}>
        <FileTree folder={tree} marked={marked} open={(file) => go({ file })} />
      </Card>
      <Card title="Changes" aside={<ViewChoice split={split} place={place} go={go} />}>
        {diff.cut === null ? null : (
          <p className="note">
            The patch is truncated: <UntrustedText text={diff.cut} />.
          </p>
        )}
        <Elsewhere findings={findings} diff={diff} />
        {diff.files.slice(0, count).map((file) => (
          <DiffFileRow
            key={file.start}
            diff={diff}
            file={file}
            startsOpen={open.has(file.path)}
            findings={findings}
            split={split}
            linked={file.path === place.file ? linked : null}
            links={linksOf(file.path, go, href)}
          />
        ))}
        {diff.files.length <= count ? null : (
          <button type="button" className="quiet" onClick={() => setShown(count + FILES_AT_ONCE)}>
            Show {formatCount(Math.min(FILES_AT_ONCE, diff.files.length - count))} more files
          </button>
        )}
      </Card>
    </div>
  );
}

/** The files to start with: all of a small diff, else those with findings until there are many lines. */
function findOpen({ files, lines }: Diff, marked: ReadonlySet<string>): ReadonlySet<string> {
  if (lines.length <= OPEN_LINES) return new Set(files.map(({ path }) => path));
  const open = new Set<string>();
  let left = MARKED_LINES;
  for (const { path, start, end } of files) {
    if (left <= 0) break;
    if (!marked.has(path)) continue;
    open.add(path);
    left -= end - start;
  }
  return open;
}

function Total({ diff: { files } }: { diff: Diff }) {
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return (
    <span className="together">
      <LineCounts counts={{ additions, deletions }} />
    </span>
  );
}

/** Findings in files outside the patch. */
function Elsewhere({ findings, diff }: { findings: readonly PinnedFinding[]; diff: Diff }) {
  const paths = new Set(diff.files.map(({ path }) => path));
  const others = findings.filter(({ finding }) => !paths.has(finding.path));
  if (others.length === 0) return null;
  return (
    <details className="warnings">
      <summary>{formatNoun(others.length, 'finding')} in files outside this patch</summary>
      <ul>
        {others.map(({ by, finding: { path, line, message } }) => (
          <li key={`${by} ${path} ${line} ${message}`}>
            <UntrustedText text={`${path}${line === undefined ? '' : `:${line}`} ${by}: ${message}`} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const linksOf = (file: string, go: GoTo, href: HrefOf): LineLinks => ({
  href: (line) => href({ tab: 'diff', file, line: formatLine(line) }),
  open: (line) => go({ file, line: formatLine(line) }),
});

/** Switches between one column and two. */
function ViewChoice({ split, place, go }: { split: boolean; place: RunPosition; go: GoTo }) {
  const { file, line } = place;
  return (
    <fieldset className="view-choice">
      <legend className="unseen">Layout of the diff</legend>
      <button type="button" aria-pressed={!split} onClick={() => go({ file, line, view: null })}>
        Unified
      </button>
      <button type="button" aria-pressed={split} onClick={() => go({ file, line, view: 'split' })}>
        Split
      </button>
    </fieldset>
  );
}
