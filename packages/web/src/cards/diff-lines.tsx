import { useMemo, useRef } from 'react';
import type { DiffLine } from '../diff/parse-diff.ts';
import { formatCount } from '../format.ts';
import { useMedia } from '../media.ts';
import { visible } from '../visible.ts';
import { useWindow } from './use-window.ts';

const ROW_HEIGHT = 20;
// on paper there is no window; beyond this many lines nobody turns the page
const PRINTED = 300;
// a longer line is not written by hand; whole, it would stall the page
const LINE_LENGTH = 2_000;

/** Any number of lines of a patch, of which only those in sight exist. */
export function DiffLines({ label, lines }: { label: string; lines: readonly DiffLine[] }) {
  const list = useRef<HTMLElement>(null);
  const printing = useMedia('print');
  const { start, end, look } = useWindow(list, { count: lines.length, rowHeight: ROW_HEIGHT });
  const [from, to] = printing ? [0, Math.min(lines.length, PRINTED)] : [start, end];
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  // known before a line is in sight, so that the width stays while one scrolls
  const width = useMemo(() => lines.reduce(wider, 0), [lines]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section ref={list} className="diff-lines" aria-label={label} tabIndex={0} onScroll={look}>
        <div style={printing ? {} : { height: lines.length * ROW_HEIGHT, minWidth: `${width}ch` }}>
          <div className="diff-sight" style={{ top: from * ROW_HEIGHT }}>
            {rows.map((row) => (
              <Line key={row} line={lines[row]} />
            ))}
          </div>
        </div>
      </section>
      {printing && lines.length > PRINTED ? <p className="note">{tellPrinted(lines.length)}</p> : null}
    </>
  );
}

function Line({ line }: { line: DiffLine | undefined }) {
  if (line === undefined) return null;
  const { kind, text, number } = line;
  return (
    <div className="diff-line" data-line={kind}>
      <span className="diff-number">{number}</span>
      <span className="diff-text" dir="ltr">
        {visible(text.slice(0, LINE_LENGTH))}
        {text.length > LINE_LENGTH ? <span className="note"> {tellRest(text.length)}</span> : null}
      </span>
    </div>
  );
}

const wider = (width: number, { text }: DiffLine): number => Math.max(width, Math.min(text.length, LINE_LENGTH));

const tellPrinted = (count: number): string =>
  `The first ${formatCount(PRINTED)} of ${formatCount(count)} lines are printed.`;

const tellRest = (length: number): string => `… and ${formatCount(length - LINE_LENGTH)} more characters`;
