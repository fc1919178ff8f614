import type { Interaction } from '@assay/schema';
import { memo } from 'react';
import { LaneGutter } from '../../charts/lane-gutter.tsx';
import { formatBytes, formatDuration, formatNoun, NO_NUMBER } from '../../format.ts';
import { laneName, type RunView } from '../../run-view.ts';
import { summarizeInteraction } from '../../summary.ts';

/** One row of the timeline. */
export const InteractionRow = memo(function InteractionRow({ view, row }: { view: RunView; row: number }) {
  const interaction = view.run.interactions[row];
  if (interaction === undefined) return null;
  const { title, text } = summarizeInteraction(view, interaction);
  const notes = view.notes.get(interaction.id)?.length ?? 0;
  return (
    <div className="interaction" data-error={interaction.is_error || undefined}>
      <LaneGutter
        columns={view.lanes.columns}
        passing={view.lanes.passing[row] ?? 1}
        own={columnOf(view, interaction)}
      />
      <span className="interaction-number">{row + 1}</span>
      <Chips interaction={interaction} />
      <span className="interaction-what">
        {interaction.is_error ? <span className="error-mark">✕ error</span> : null}
        <LaneLabel name={laneName(view, interaction)} />
        {view.marks.get(interaction.id)?.map(({ tone, text: words }) => (
          <span className="pill" data-tone={tone} key={words}>
            {words}
          </span>
        ))}
        <b>{title}</b> <bdi data-kind={interaction.kind}>{text}</bdi>
      </span>
      <span className="interaction-notes">{notes === 0 ? null : formatNoun(notes, 'note')}</span>
      <Duration ms={interaction.duration_ms} longest={view.longest_ms} />
      <span className="interaction-bytes">{formatBytes(interaction.context_bytes)}</span>
    </div>
  );
});

/** The column titles of the timeline. */
export function InteractionColumns({ view }: { view: RunView }) {
  return (
    <div className="interaction columns" aria-hidden="true">
      <LaneGutter columns={view.lanes.columns} passing={0} own={-1} />
      <span className="interaction-number">#</span>
      <span className="chips">category</span>
      <span className="interaction-what">what</span>
      <span className="interaction-notes">judge</span>
      <span className="duration">duration, log scale</span>
      <span className="interaction-bytes">context</span>
    </div>
  );
}

export function Chips({ interaction }: { interaction: Interaction }) {
  return (
    <span className="chips">
      {interaction.categories.map((category) => (
        <span className="chip" data-category={category} key={category}>
          {category}
        </span>
      ))}
    </span>
  );
}

function LaneLabel({ name }: { name: string | null }) {
  return name === null ? null : <span className="lane-label">{name}</span>;
}

function Duration({ ms, longest }: { ms: number | null; longest: number }) {
  return (
    <span className="duration">
      <span className="duration-track" aria-hidden="true">
        <span className="duration-bar" style={{ width: `${barWidth(ms ?? 0, longest)}%` }} />
      </span>
      <span className="duration-text">{ms === null ? NO_NUMBER : formatDuration(ms)}</span>
    </span>
  );
}

// log scale: on a linear one only the longest call would show; below 10 ms differences do not matter
const barWidth = (ms: number, longest: number): number =>
  longest === 0 ? 0 : (100 * Math.log1p(ms / 10)) / Math.log1p(longest / 10);

const columnOf = ({ lanes }: RunView, { lane }: Interaction): number =>
  lane === undefined ? 0 : (lanes.byId.get(lane)?.column ?? 0);
