import { useMemo, useRef } from 'react';
import { highlight } from '../../diff/highlight.ts';
import type { ShownLine } from '../../diff/pin-findings.ts';
import { formatCount } from '../../format.ts';
import { useMedia } from '../../media.ts';
import { visible } from '../../visible.ts';
import { useVisibleRows } from '../parts/use-visible-rows.ts';

const ROW_HEIGHT = 20;
// a printed list cannot scroll, so it is limited
const PRINTED = 300;
// longer lines are generated and would stall the page
const LINE_LENGTH = 2_000;

/** A virtual list of the lines of a patch. */
export function DiffLines({ label, path, lines }: { label: string; path: string; lines: readonly ShownLine[] }) {
  const list = useRef<HTMLElement>(null);
  const printing = useMedia('print');
  const { start, end, look } = useVisibleRows(list, { count: lines.length, rowHeight: ROW_HEIGHT });
  const [from, to] = printing ? [0, Math.min(lines.length, PRINTED)] : [start, end];
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  // computed over all lines, so that the width does not change while scrolling
  const width = useMemo(() => lines.reduce(wider, 0), [lines]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section ref={list} className="diff-lines" aria-label={label} tabIndex={0} onScroll={look}>
        <div style={printing ? {} : { height: lines.length * ROW_HEIGHT, minWidth: `${width}ch` }}>
          <div className="diff-sight" style={{ top: from * ROW_HEIGHT }}>
            {rows.map((row) => (
              <Line key={row} path={path} line={lines[row]} />
            ))}
          </div>
        </div>
      </section>
      {printing && lines.length > PRINTED ? <p className="note">{tellPrinted(lines.length)}</p> : null}
    </>
  );
}

function Line({ path, line }: { path: string; line: ShownLine | undefined }) {
  if (line === undefined) return null;
  const { kind, text, number } = line;
  return (
    <div className="diff-line" data-line={kind}>
      <span className="diff-number">{number}</span>
      <span className="diff-text" dir="ltr">
        <Code path={path} kind={kind} text={text.slice(0, LINE_LENGTH)} />
        {text.length > LINE_LENGTH ? <span className="note"> {tellRest(text.length)}</span> : null}
      </span>
    </div>
  );
}

/** A highlighted line of code, without its diff sign. Hunk heads, metadata and findings are not code. */
function Code({ path, kind, text }: { path: string; kind: ShownLine['kind']; text: string }) {
  switch (kind) {
    case 'added':
    case 'removed':
    case 'context':
      return (
        <>
          {text.slice(0, 1)}
          {highlight(path, text.slice(1)).map((token, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no other name
            <span key={index} data-token={token.kind}>
              {visible(token.text)}
            </span>
          ))}
        </>
      );
    case 'hunk':
    case 'meta':
    case 'finding':
      return visible(text);
  }
}

const wider = (width: number, { text }: ShownLine): number => Math.max(width, Math.min(text.length, LINE_LENGTH));

const tellPrinted = (count: number): string =>
  `The first ${formatCount(PRINTED)} of ${formatCount(count)} lines are printed.`;

const tellRest = (length: number): string => `… and ${formatCount(length - LINE_LENGTH)} more characters`;
