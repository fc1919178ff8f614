import type {
  GradedTranscript,
  HeuristicJudgment,
  HeuristicNote,
  Interaction,
  RunResult,
  TranscriptEntry,
} from '@assay/schema';
import { type Diff, parseDiff } from './diff/parse-diff.ts';
import { type Lanes, layLanes } from './lanes.ts';
import { type Landmark, reveal } from './reveal.ts';

/** What the cards that look into a run need of it. A report carries it all; the dashboard asks for it bit by bit. */
export interface ShownRun {
  readonly grade: Pick<GradedTranscript, 'interactions' | 'judge' | 'judgment'>;
  readonly interactions: readonly Interaction[];
  readonly entries: readonly TranscriptEntry[];
  /** Null where nobody asked the rules. */
  readonly judgment: HeuristicJudgment | null;
  readonly run?: Pick<RunResult, 'results' | 'judgment' | 'interactions_judged'> | undefined;
  readonly diff?: string | undefined;
}

/** A run with what its cards look up again and again. Made once per run. */
export interface RunView {
  readonly run: ShownRun;
  readonly entries: ReadonlyMap<string, TranscriptEntry>;
  readonly rowOf: ReadonlyMap<string, number>;
  /** The interaction that an entry belongs to. */
  readonly interactionOf: ReadonlyMap<string, string>;
  readonly diff: Diff;
  /** What evidence can lead to besides interactions. */
  readonly paths: ReadonlySet<string>;
  readonly scorers: ReadonlySet<string>;
  readonly notes: ReadonlyMap<string, readonly HeuristicNote[]>;
  readonly lanes: Lanes;
  /** The interaction that started a sub-agent, by lane. */
  readonly starterOf: ReadonlyMap<string, string>;
  readonly longest_ms: number;
  readonly ways: Ways;
}

/** How to get to what the page shows elsewhere. */
export interface Ways {
  /** To a scorer or a changed file. */
  readonly reveal: (kind: Landmark, name: string) => void;
  /** To an entry of the transcript; null where only its interaction is shown. */
  readonly showEntry: ((id: string) => void) | null;
}

const ON_THIS_PAGE: Ways = { reveal, showEntry: null };

/** Of a change of more files the rest comes when asked for: more rows at once make the page slow. */
export const FILES_AT_ONCE = 100;

export function viewRun(run: ShownRun, ways: Ways = ON_THIS_PAGE): RunView {
  const { interactions } = run;
  const entries = new Map(run.entries.map((entry, index) => [entry.id ?? `e${index + 1}`, entry]));
  const lanes = layLanes(interactions);
  const diff = parseDiff(run.diff ?? '');
  return {
    run,
    entries,
    rowOf: new Map(interactions.map(({ id }, row) => [id, row])),
    interactionOf: new Map(interactions.flatMap(({ id, entry_ids }) => entry_ids.map((entry) => [entry, id] as const))),
    diff,
    paths: new Set(diff.files.slice(0, FILES_AT_ONCE).map(({ path }) => path)),
    scorers: new Set(run.run?.results.map(({ name }) => name)),
    notes: Map.groupBy(run.judgment?.notes ?? [], ({ interaction_id }) => interaction_id),
    lanes,
    starterOf: new Map(interactions.flatMap((interaction) => startedBy(interaction, entries, lanes))),
    longest_ms: interactions.reduce((longest, { duration_ms }) => Math.max(longest, duration_ms ?? 0), 0),
    ways,
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
