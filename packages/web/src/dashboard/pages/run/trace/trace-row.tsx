import type { EntryType, Interaction, TranscriptEntry } from '@assay/schema';
import { memo } from 'react';
import { formatCount, formatDuration, NO_NUMBER } from '../../../../shared/format.ts';
import type { RunView } from '../../../../shared/run-view.ts';
import { summarizeEntry, summarizeInteraction, WITNESSES } from '../../../../shared/summary.ts';
import type { TraceNode } from './trace-nodes.ts';

// deeper levels are not indented further
const MAX_INDENT = 6;

interface Props {
  readonly node: TraceNode;
  readonly view: RunView;
  /** Undefined if nothing is below it. */
  readonly expanded: boolean | undefined;
  /** The number of steps below it. */
  readonly below: number;
}

/** One step of the trace. Memoized, because scrolling renders the list again. */
export const TraceRow = memo(function TraceRow({ node, view, expanded, below }: Props) {
  const interaction = node.row === null ? undefined : view.run.interactions[node.row];
  const entry = view.entries.get(node.entry);
  return (
    <div
      className="step"
      data-error={interaction?.is_error || undefined}
      style={{ paddingLeft: 8 + 16 * Math.min(node.level - 1, MAX_INDENT) }}
    >
      {expanded === undefined ? (
        <span className="step-toggle" />
      ) : (
        <span className="step-toggle" data-toggle title={expanded ? 'Collapse' : 'Expand'} aria-hidden="true">
          {expanded ? '▾' : '▸'}
        </span>
      )}
      {interaction === undefined || interaction.kind === 'thinking' ? (
        <Message type={entry?.type ?? 'system'} entry={entry} interaction={interaction} view={view} />
      ) : (
        <Call interaction={interaction} view={view} below={expanded === undefined ? 0 : below} />
      )}
      {entry?.only_in === undefined ? null : <span className="lane-label">{WITNESSES[entry.only_in]}</span>}
    </div>
  );
});

interface CallProps {
  readonly interaction: Interaction;
  readonly view: RunView;
  readonly below: number;
}

function Call({ interaction, view, below }: CallProps) {
  const { title, text } = summarizeInteraction(view, interaction);
  const { is_error, duration_ms, categories } = interaction;
  return (
    <>
      <span className="step-what">
        {is_error ? <span className="error-mark">✕ error</span> : null}
        <b className="step-tool" data-category={categories[0]}>
          {title}
        </b>{' '}
        <bdi>{text}</bdi>
      </span>
      {below === 0 ? null : <span className="lane-label">{formatCount(below)} in sub-agent</span>}
      <span className="step-time">{duration_ms === null ? NO_NUMBER : formatDuration(duration_ms)}</span>
    </>
  );
}

interface MessageProps {
  readonly type: EntryType;
  readonly entry: TranscriptEntry | undefined;
  readonly interaction: Interaction | undefined;
  readonly view: RunView;
}

function Message({ type, entry, interaction, view }: MessageProps) {
  const text =
    interaction !== undefined ? summarizeInteraction(view, interaction).text : entry && summarizeEntry(entry);
  return (
    <span className="step-message">
      <b data-speaker={type}>{SPEAKERS[type]}</b>
      <bdi>{text}</bdi>
    </span>
  );
}

/** Who wrote a message. */
export const SPEAKERS: Readonly<Record<EntryType, string>> = {
  assistant: 'Assistant',
  user: 'User',
  system: 'System',
  error: 'Error',
  tool_use: 'Call',
  tool_result: 'Output',
};

/** Whether a step is shown as text instead of a call. */
export const isMessage = ({ run }: RunView, { row }: TraceNode): boolean =>
  row === null || run.interactions[row]?.kind === 'thinking';
