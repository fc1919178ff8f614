import type { Interaction } from '@assay/schema';
import { formatBytes, formatDuration, formatInstant } from '../../format.ts';
import { laneName, type RunView } from '../../run-view.ts';
import { type OpenInteraction, References } from '../parts/references.tsx';
import { Chips } from './interaction-row.tsx';

interface Props {
  readonly view: RunView;
  readonly interaction: Interaction;
  readonly open: OpenInteraction;
}

/** Category, error, sub-agent, time and size of an interaction. */
export function InteractionFacts({ view, interaction, open }: Props) {
  const lane = laneName(view, interaction);
  const starter = interaction.lane === undefined ? null : (view.starterOf.get(interaction.lane) ?? null);
  return (
    <div className="detail-facts">
      <Chips interaction={interaction} />
      {interaction.is_error ? <span className="error-mark">✕ error</span> : null}
      {lane === null ? null : <span className="lane-label">{lane}</span>}
      {starter === null ? null : (
        <span>
          started by <References refs={[starter]} view={view} open={open} />
        </span>
      )}
      <span>{formatInstant(interaction.start_at)}</span>
      <span>duration {formatDuration(interaction.duration_ms)}</span>
      <span>{formatBytes(interaction.context_bytes)} of context</span>
    </div>
  );
}
