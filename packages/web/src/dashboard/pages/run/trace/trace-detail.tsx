import { memo, useMemo } from 'react';
import { DiffLines } from '../../../../shared/cards/diff/diff-lines.tsx';
import { CopyLink } from '../../../../shared/cards/parts/copy-link.tsx';
import { EntryView } from '../../../../shared/cards/timeline/entry-view.tsx';
import { InteractionFacts } from '../../../../shared/cards/timeline/interaction-facts.tsx';
import { JudgeNotes } from '../../../../shared/cards/timeline/judge-notes.tsx';
import type { PinnedFinding } from '../../../../shared/diff/diff-rows.ts';
import { formatLine, type LineRef } from '../../../../shared/diff/line-ref.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { RunView } from '../../../../shared/run-view.ts';
import { summarizeInteraction } from '../../../../shared/summary.ts';
import { visibleLine } from '../../../../shared/visible.ts';
import type { GoTo, HrefOf } from '../use-run-position.ts';
import { findTouchedLines, type TouchedLines } from './touched-lines.ts';
import type { TraceNode } from './trace-nodes.ts';
import { SPEAKERS } from './trace-row.tsx';
import { nodeAddress } from './use-selected-node.ts';

interface Props {
  readonly nodes: readonly TraceNode[];
  readonly index: number;
  readonly view: RunView;
  readonly pins: readonly PinnedFinding[];
  /** The linked entry. */
  readonly entry: string | null;
  readonly select: (index: number) => void;
  readonly go: GoTo;
  readonly href: HrefOf;
}

/** The selected step in full: its input and output, and the part of the diff that it touched. */
export const TraceDetail = memo(function TraceDetail(props: Props) {
  const { nodes, index, view, pins, entry, select, go, href } = props;
  const node = nodes[index];
  const touched = useMemo(() => findTouched(node, view, pins), [node, view, pins]);
  if (node === undefined) return null;
  const interaction = node.row === null ? undefined : view.run.interactions[node.row];
  const title =
    interaction === undefined
      ? SPEAKERS[view.entries.get(node.entry)?.type ?? 'system']
      : summarizeInteraction(view, interaction).title;
  return (
    <section className="trace-detail" aria-label="Selected step">
      <header className="trace-detail-head">
        <h2>
          <span className="note">
            {formatCount(index + 1)} of {formatCount(nodes.length)}
          </span>{' '}
          {title}
        </h2>
        <button type="button" onClick={() => select(index - 1)} disabled={index === 0}>
          Previous
        </button>
        <button type="button" onClick={() => select(index + 1)} disabled={index === nodes.length - 1}>
          Next
        </button>
        <CopyLink href={href(nodeAddress(node))} what="this step" />
      </header>
      {/* the key resets scroll position and expanded parts for another step */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="trace-detail-body detail-body" key={node.id} tabIndex={0} aria-label="Input and output">
        {interaction === undefined ? null : (
          <InteractionFacts
            view={view}
            interaction={interaction}
            open={(id) => select(nodes.findIndex((other) => other.id === id))}
          />
        )}
        {touched === null ? null : <Touched touched={touched} go={go} href={href} />}
        {(interaction?.entry_ids ?? [node.entry]).map((id) => (
          <div key={id} className="trace-entry" data-linked={id === entry || undefined}>
            <EntryView id={id} entry={view.entries.get(id)} />
            <CopyLink href={href({ tab: 'trace', entry: id })} what={`the message ${visibleLine(id)}`} />
          </div>
        ))}
        {interaction === undefined ? null : <JudgeNotes view={view} interaction={interaction} />}
      </section>
    </section>
  );
});

function findTouched(node: TraceNode | undefined, view: RunView, pins: readonly PinnedFinding[]): TouchedLines | null {
  const call = view.entries.get(node?.entry ?? '');
  return call?.type === 'tool_use' ? findTouchedLines(view.diff, call, pins) : null;
}

function Touched({ touched: { path, rows }, go, href }: { touched: TouchedLines; go: GoTo; href: HrefOf }) {
  const at = (line: LineRef) => ({ tab: 'diff', file: path, line: formatLine(line) }) as const;
  return (
    <section aria-label="In the final change">
      <h3>
        In the final change{' '}
        <button type="button" className="ref" onClick={() => go({ tab: 'diff', file: path })}>
          {visibleLine(path)}
        </button>
      </h3>
      {rows.length === 0 ? (
        <p className="note">None of these lines are in the final change: a later edit replaced them.</p>
      ) : (
        <DiffLines
          label={`Lines of ${visibleLine(path)}`}
          path={path}
          rows={rows}
          links={{ href: (line) => href(at(line)), open: (line) => go(at(line)) }}
        />
      )}
    </section>
  );
}
