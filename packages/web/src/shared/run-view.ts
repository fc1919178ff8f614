import {
  entryId,
  type GradedTranscript,
  type HeuristicNote,
  type Interaction,
  type InteractionNotes,
  type RunResult,
  type SessionRequest,
  type TranscriptEntry,
} from '@assay/schema';
import { type Diff, parseDiff } from '@assay/scoring';
import { type Lanes, layoutLanes } from './lanes.ts';
import { type Landmark, reveal } from './reveal.ts';
import { listMarks, type Mark } from './session.ts';

/** The data that the cards of a run need. A report contains it; the dashboard loads it in parts. */
export interface ShownRun {
  readonly grade: Pick<GradedTranscript, 'interactions' | 'judge' | 'judgment'>;
  readonly interactions: readonly Interaction[];
  readonly entries: readonly TranscriptEntry[];
  /** Notes of the built-in rules; null in grades that did not store them. */
  readonly notes: InteractionNotes | null;
  readonly run?: Pick<RunResult, 'results' | 'judgment' | 'interactions_judged'> | undefined;
  readonly diff?: string | undefined;
  /** The requests of a session; absent in older grades. */
  readonly requests?: readonly SessionRequest[] | undefined;
}

/** A run with lookups for its cards, built once per run. */
export interface RunView {
  readonly run: ShownRun;
  readonly entries: ReadonlyMap<string, TranscriptEntry>;
  readonly rowOf: ReadonlyMap<string, number>;
  /** The interaction that an entry belongs to. */
  readonly interactionOf: ReadonlyMap<string, string>;
  readonly diff: Diff;
  /** Files and scorers that evidence can link to. */
  readonly paths: ReadonlySet<string>;
  readonly scorers: ReadonlySet<string>;
  readonly notes: ReadonlyMap<string, readonly HeuristicNote[]>;
  readonly requests: readonly SessionRequest[];
  /** Corrections and claims by interaction. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  readonly lanes: Lanes;
  /** The interaction that started a sub-agent, by lane. */
  readonly starterOf: ReadonlyMap<string, string>;
  readonly longest_ms: number;
  readonly ways: PageNavigation;
}

/** Navigation to other parts of the page. */
export interface PageNavigation {
  /** To a scorer or a changed file. */
  readonly reveal: (kind: Landmark, name: string) => void;
  /** To an entry of the transcript; null if the page shows only interactions. */
  readonly showEntry: ((id: string) => void) | null;
}

const ON_THIS_PAGE: PageNavigation = { reveal, showEntry: null };

/** Files shown at first; more rows make the page slow. */
export const FILES_AT_ONCE = 100;

export function viewRun(run: ShownRun, ways: PageNavigation = ON_THIS_PAGE): RunView {
  const { interactions } = run;
  const { entries, interactionOf, rowOf } = indexOf(run);
  const lanes = layoutLanes(interactions);
  const diff = parseDiff(run.diff ?? '');
  return {
    run,
    entries,
    rowOf,
    interactionOf,
    diff,
    paths: new Set(diff.files.slice(0, FILES_AT_ONCE).map(({ path }) => path)),
    scorers: new Set(run.run?.results.map(({ name }) => name)),
    notes: Map.groupBy(run.notes?.notes ?? [], ({ interaction_id }) => interaction_id),
    requests: run.requests ?? [],
    marks: listMarks(run.requests ?? []),
    lanes,
    starterOf: startersOf(run, entries, lanes),
    longest_ms: interactions.reduce((longest, { duration_ms }) => Math.max(longest, duration_ms ?? 0), 0),
    ways,
  };
}

export const interactionEntries = (view: RunView, { entry_ids }: Interaction): TranscriptEntry[] =>
  entry_ids.flatMap((id) => view.entries.get(id) ?? []);

export const laneName = (view: RunView, { lane }: Interaction): string | null => {
  const found = lane === undefined ? undefined : view.lanes.byId.get(lane);
  return found === undefined ? null : `sub-agent ${found.number}`;
};

/** Indexes by id. Loops, because building maps from lists of pairs is slow for long runs. */
function indexOf(run: ShownRun): Pick<RunView, 'entries' | 'interactionOf' | 'rowOf'> {
  const entries = new Map<string, TranscriptEntry>();
  for (const [index, entry] of run.entries.entries()) entries.set(entryId(entry, index), entry);
  const interactionOf = new Map<string, string>();
  const rowOf = new Map<string, number>();
  run.interactions.forEach(({ id, entry_ids }, row) => {
    rowOf.set(id, row);
    for (const entry of entry_ids) interactionOf.set(entry, id);
  });
  return { entries, interactionOf, rowOf };
}

function startersOf({ interactions }: ShownRun, entries: RunView['entries'], { byId }: Lanes): RunView['starterOf'] {
  const starterOf = new Map<string, string>();
  if (byId.size === 0) return starterOf;
  for (const { id, entry_ids } of interactions)
    for (const entryId of entry_ids) {
      const entry = entries.get(entryId);
      if (entry?.type === 'tool_use' && entry.tool_id && byId.has(entry.tool_id)) starterOf.set(entry.tool_id, id);
    }
  return starterOf;
}
