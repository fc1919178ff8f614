import type { CommandEvidence, Finding } from '@assay/schema';
import { useEffect, useMemo } from 'react';
import type { LineLinks } from '../../../shared/cards/diff/diff-line.tsx';
import { DiffLines } from '../../../shared/cards/diff/diff-lines.tsx';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { CopyLink } from '../../../shared/cards/parts/copy-link.tsx';
import { FindingLine, findingKey } from '../../../shared/cards/parts/findings.tsx';
import { OutputTail } from '../../../shared/cards/parts/output-tail.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import type { DiffRow, PinnedFinding } from '../../../shared/diff/diff-rows.ts';
import { formatLine } from '../../../shared/diff/line-ref.ts';
import { formatCount, formatNoun } from '../../../shared/format.ts';
import { landmarkAttributes, reveal } from '../../../shared/reveal.ts';
import type { RunView } from '../../../shared/run-view.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { findExcerpts, type Problem } from './problems.ts';
import type { GoTo, HrefOf, RunPosition } from './use-run-position.ts';

// findings of one check listed here; the others are on the tab of checks
const MOST_FINDINGS = 6;

interface Props {
  readonly problems: readonly Problem[];
  readonly view: RunView;
  readonly pins: readonly PinnedFinding[];
  /** Command outputs, by check. */
  readonly outputs: Readonly<Record<string, CommandEvidence>>;
  readonly place: RunPosition;
  readonly go: GoTo;
  readonly href: HrefOf;
}

/** What failed, each with its reason and the part of the diff or output that shows it. */
export function ProblemList({ problems, view, pins, outputs, place, ...ways }: Props) {
  const { scorer, finding } = place;
  const excerpts = useMemo(() => findExcerpts(problems, view.diff, pins), [problems, view.diff, pins]);
  useEffect(() => {
    if (scorer === null) return;
    reveal(finding === null ? 'scorer' : 'finding', finding === null ? scorer : `${scorer} ${finding}`);
  }, [scorer, finding]);
  if (problems.length === 0) return null;
  return (
    <Card title={titleOf(problems)} aside={<span className="note">{formatCount(problems.length)}</span>}>
      <div className="problems">
        {problems.map((problem) => (
          <ProblemRow
            key={`${problem.kind} ${problem.name}`}
            problem={problem}
            excerpts={excerpts}
            output={Object.hasOwn(outputs, problem.name) ? outputs[problem.name] : undefined}
            linked={problem.name === scorer ? (finding ?? '') : null}
            {...ways}
          />
        ))}
      </div>
    </Card>
  );
}

const titleOf = (problems: readonly Problem[]): string =>
  problems.some(({ word }) => word === 'FAIL') ? 'Failed checks' : 'To review';

interface RowProps {
  readonly problem: Problem;
  readonly excerpts: ReadonlyMap<Finding, readonly DiffRow[]>;
  readonly output: CommandEvidence | undefined;
  /** The number of the linked finding; empty if the check itself is linked. */
  readonly linked: string | null;
  readonly go: GoTo;
  readonly href: HrefOf;
}

function ProblemRow({ problem, excerpts, output, linked, go, href }: RowProps) {
  const { name, kind, word, tone, reason, findings, omitted } = problem;
  const shown = findings.slice(0, MOST_FINDINGS);
  const rest = findings.length - shown.length + omitted;
  const hasExcerpt = findings.some((finding) => excerpts.has(finding));
  return (
    <article
      className="problem"
      aria-label={visibleLine(name)}
      tabIndex={-1}
      data-linked={linked === '' || undefined}
      {...landmarkAttributes('scorer', name)}
    >
      <header className="problem-head">
        <span className="pill" data-tone={tone}>
          {word}
        </span>
        <h3>
          <UntrustedText text={name} />
        </h3>
        <code className="note">{kind}</code>
        <CopyLink href={href({ tab: 'overview', scorer: name })} what={`the check ${visibleLine(name)}`} />
      </header>
      <p className="problem-reason">
        <UntrustedText text={reason} />
      </p>
      {shown.map((finding, index) => (
        <FindingBlock
          key={findingKey(finding)}
          finding={finding}
          rows={excerpts.get(finding)}
          address={{ tab: 'overview', scorer: name, finding: String(index + 1) }}
          isLinked={linked === String(index + 1)}
          go={go}
          href={href}
        />
      ))}
      {rest === 0 ? null : (
        <button
          type="button"
          className="quiet"
          onClick={() => go({ tab: 'checks', scorer: name })}
        >{`Show ${formatNoun(rest, 'more finding')}`}</button>
      )}
      {output === undefined || hasExcerpt ? null : <OutputTail output={output} />}
    </article>
  );
}

interface FindingProps {
  readonly finding: Finding;
  readonly rows: readonly DiffRow[] | undefined;
  readonly address: Partial<RunPosition>;
  readonly isLinked: boolean;
  readonly go: GoTo;
  readonly href: HrefOf;
}

/** A finding with the lines that show it. */
function FindingBlock({ finding, rows, address, isLinked, go, href }: FindingProps) {
  const { path, line } = finding;
  const links: LineLinks = {
    href: (at) => href({ tab: 'diff', file: path, line: formatLine(at) }),
    open: (at) => go({ tab: 'diff', file: path, line: formatLine(at) }),
  };
  return (
    <div
      className="finding-block"
      tabIndex={-1}
      data-linked={isLinked || undefined}
      {...landmarkAttributes('finding', `${address.scorer} ${address.finding}`)}
    >
      <p className="finding-line">
        {finding.certain === true ? (
          <span className="pill" data-tone="bad">
            certain
          </span>
        ) : null}
        <span>
          <FindingLine
            finding={finding}
            openPath={(file) => go({ tab: 'diff', file, line: line?.toString() ?? null })}
            // the excerpt says it below its line
            isShort={rows !== undefined && line !== undefined}
          />
        </span>
        <CopyLink href={href(address)} what={`the finding in ${visibleLine(path)}`} />
      </p>
      {rows === undefined ? null : (
        <DiffLines label={`Lines of ${visibleLine(path)}`} path={path} rows={rows} links={links} />
      )}
    </div>
  );
}
