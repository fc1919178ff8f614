import type { HeuristicNote, Interaction, ReportedRun, TranscriptEntry } from '@assay/schema';
import { type Lanes, layLanes } from './lanes.ts';

/** A run with what its cards look up again and again. Made once per run. */
export interface RunView {
  readonly run: ReportedRun;
  readonly entries: ReadonlyMap<string, TranscriptEntry>;
  readonly rowOf: ReadonlyMap<string, number>;
  readonly notes: ReadonlyMap<string, readonly HeuristicNote[]>;
  readonly lanes: Lanes;
  /** The interaction that started a sub-agent, by lane. */
  readonly starterOf: ReadonlyMap<string, string>;
  readonly longest_ms: number;
}

export function viewRun(run: ReportedRun): RunView {
  const { interactions } = run;
  const entries = new Map(run.entries.map((entry, index) => [entry.id ?? `e${index + 1}`, entry]));
  const lanes = layLanes(interactions);
  return {
    run,
    entries,
    rowOf: new Map(interactions.map(({ id }, row) => [id, row])),
    notes: Map.groupBy(run.judgment.notes, ({ interaction_id }) => interaction_id),
    lanes,
    starterOf: new Map(interactions.flatMap((interaction) => startedBy(interaction, entries, lanes))),
    longest_ms: interactions.reduce((longest, { duration_ms }) => Math.max(longest, duration_ms ?? 0), 0),
  };
}

export const entriesOf = (view: RunView, { entry_ids }: Interaction): TranscriptEntry[] =>
  entry_ids.flatMap((id) => view.entries.get(id) ?? []);

export const laneName = (view: RunView, { lane }: Interaction): string | null => {
  const found = lane === undefined ? undefined : view.lanes.byId.get(lane);
  return found === undefined ? null : `sub-agent ${found.number}`;
};

function startedBy({ id, entry_ids }: Interaction, entries: RunView['entries'], { byId }: Lanes): [string, string][] {
  return entry_ids.flatMap((entryId): [string, string][] => {
    const entry = entries.get(entryId);
    return entry?.type === 'tool_use' && entry.tool_id && byId.has(entry.tool_id) ? [[entry.tool_id, id]] : [];
  });
}
