import type { MouseEvent } from 'react';
import { type CodeRow, type DiffRow, isCode } from '../../diff/diff-rows.ts';
import { highlight } from '../../diff/highlight.ts';
import { describeLine, type LineRef, rowLine } from '../../diff/line-ref.ts';
import type { RowPair } from '../../diff/split-rows.ts';
import { formatCount } from '../../format.ts';
import { visible } from '../../visible.ts';
import { CopyLink } from '../parts/copy-link.tsx';

/** The addresses of the lines of a file. */
export interface LineLinks {
  readonly href: (line: LineRef) => string;
  readonly open: (line: LineRef) => void;
}

interface LineProps {
  readonly path: string;
  readonly links: LineLinks | undefined;
  readonly isLinked: boolean;
  /** Whether a finding is about this line. */
  readonly isMarked: boolean;
  readonly isTabStop: boolean;
}

/** One row of a diff with both line numbers. */
export function DiffLine({ row, ...line }: LineProps & { row: DiffRow }) {
  const { isLinked, isMarked } = line;
  return (
    <div
      className="diff-line"
      data-line={row.kind}
      data-linked={isLinked || undefined}
      data-marked={(isMarked && isCode(row)) || undefined}
    >
      {isCode(row) ? (
        <>
          {row.after === null ? <LineNumber row={row} {...line} /> : <span className="diff-number">{row.before}</span>}
          {row.after === null ? <span className="diff-number" /> : <LineNumber row={row} {...line} />}
          <Code row={row} {...line} />
          <LinkOf row={row} {...line} />
        </>
      ) : (
        <span className="diff-remark">{visible(row.text)}</span>
      )}
    </div>
  );
}

/** The old and the new line side by side. */
export function SplitLine({ pair, ...line }: LineProps & { pair: RowPair }) {
  return (
    <div
      className="diff-line diff-pair"
      data-linked={line.isLinked || undefined}
      data-marked={line.isMarked || undefined}
    >
      <Side row={pair.before} number={pair.before?.before ?? null} hasLink={pair.after === null} {...line} />
      <Side row={pair.after} number={pair.after?.after ?? null} hasLink={pair.after !== null} {...line} />
    </div>
  );
}

interface SideProps extends LineProps {
  readonly row: CodeRow | null;
  readonly number: number | null;
  readonly hasLink: boolean;
}

function Side({ row, number, hasLink, ...line }: SideProps) {
  if (row === null) return <span className="diff-side" data-line="none" />;
  return (
    <span className="diff-side" data-line={row.kind}>
      {hasLink ? <LineNumber row={row} {...line} /> : <span className="diff-number">{number}</span>}
      <Code row={row} {...line} />
      {hasLink ? <LinkOf row={row} {...line} /> : null}
    </span>
  );
}

function LineNumber({ row, links, isTabStop, path }: LineProps & { row: CodeRow }) {
  const line = rowLine(row);
  if (links === undefined || line === null) return <span className="diff-number">{line?.line}</span>;
  const open = (event: MouseEvent) => {
    // let the browser open a new tab
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    links.open(line);
  };
  return (
    <a
      className="diff-number"
      href={links.href(line)}
      tabIndex={isTabStop ? 0 : -1}
      onClick={open}
      aria-label={`${describeLine(line)} of ${visible(path)}`}
    >
      {line.line}
    </a>
  );
}

function LinkOf({ row, links, isLinked, path }: LineProps & { row: CodeRow }) {
  const line = rowLine(row);
  if (!isLinked || links === undefined || line === null) return null;
  return <CopyLink href={links.href(line)} what={`${describeLine(line)} of ${visible(path)}`} />;
}

const SIGNS = { added: '+', removed: '-', context: ' ' } as const;
// longer lines are generated and would stall the page
const LINE_LENGTH = 2_000;

function Code({ path, row: { kind, text } }: { path: string; row: CodeRow }) {
  return (
    <span className="diff-text" dir="ltr">
      <span className="diff-sign">{SIGNS[kind]}</span>
      {highlight(path, text.slice(0, LINE_LENGTH)).map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no other name
        <span key={index} data-token={token.kind}>
          {visible(token.text)}
        </span>
      ))}
      {text.length > LINE_LENGTH ? <span className="note"> {tellRest(text.length)}</span> : null}
    </span>
  );
}

const tellRest = (length: number): string => `… and ${formatCount(length - LINE_LENGTH)} more characters`;
