import { type Category, entryId, type Interaction, type Interactions, type TranscriptEntry } from '@assay/schema';
import { jsonLength, utf8Length } from '../math/utf8.ts';
import { classify } from './classify.ts';
import { parseInstant } from './instant.ts';
import { pairResults } from './pair.ts';

/** An entry without its texts, as kept after measuring. */
export interface MeasuredEntry extends Omit<TranscriptEntry, 'input' | 'text'> {
  readonly id: string;
  readonly bytes: number;
  readonly categories: Category[];
}

/** Measures one entry; `index` is its position in the transcript. A runtime may have a faster byte count. */
export function measureEntry(
  { input, text, ...entry }: TranscriptEntry,
  index: number,
  byteLength: (text: string) => number = utf8Length,
): MeasuredEntry {
  const isUse = entry.type === 'tool_use';
  return {
    ...entry,
    id: entryId(entry, index),
    bytes: isUse ? jsonLength(input) : byteLength(text ?? ''),
    categories: isUse ? classify(entry.tool ?? '', input) : ['agent'],
  };
}

/** The interactions of measured entries, in order. A step that only the agent claims is none. */
export function pairInteractions(
  all: readonly MeasuredEntry[],
): Pick<Interactions, 'interactions' | 'unpaired_results'> {
  const entries = all.filter(({ only_in }) => only_in !== 'agent');
  const resultOf = pairResults(entries);
  const found: Interaction[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as MeasuredEntry;
    const id = `i${found.length + 1}`;
    const result = resultOf.get(index);
    if (entry.type === 'tool_use')
      found.push(toolInteraction(id, entry, result === undefined ? undefined : entries[result]));
    if (entry.type !== 'assistant') continue;
    const start = index;
    while (entries[index + 1]?.type === 'assistant' && entries[index + 1]?.lane === entry.lane) index++;
    found.push(thinkingInteraction(id, entries.slice(start, index + 1)));
  }
  const results = entries.filter(({ type }) => type === 'tool_result').length;
  return { interactions: timeThinking(found), unpaired_results: results - resultOf.size };
}

function toolInteraction(id: string, use: MeasuredEntry, result: MeasuredEntry | undefined): Interaction {
  return {
    id,
    kind: 'tool',
    tool: use.tool ?? '',
    categories: use.categories,
    start_at: instantOf(use),
    duration_ms: elapsed(use.at, result?.at),
    is_error: result !== undefined && isError(result),
    context_bytes: use.bytes + (result?.bytes ?? 0),
    ...laneOf(use),
    entry_ids: result ? [use.id, result.id] : [use.id],
  };
}

function thinkingInteraction(id: string, thoughts: readonly MeasuredEntry[]): Interaction {
  const first = thoughts[0] as MeasuredEntry;
  return {
    id,
    kind: 'thinking',
    categories: ['agent'],
    start_at: instantOf(first),
    duration_ms: null,
    is_error: thoughts.some((thought) => thought.is_error === true),
    context_bytes: thoughts.reduce((all, { bytes }) => all + bytes, 0),
    ...laneOf(first),
    entry_ids: thoughts.map((thought) => thought.id),
  };
}

// a sub-agent thinks in parallel: its thought ends with its next interaction
function timeThinking(found: readonly Interaction[]): Interaction[] {
  const next = new Map<string | undefined, Interaction>();
  return found
    .toReversed()
    .map((interaction) => {
      const follower = next.get(interaction.lane);
      next.set(interaction.lane, interaction);
      if (interaction.kind !== 'thinking' || follower === undefined) return interaction;
      return { ...interaction, duration_ms: elapsed(interaction.start_at, follower.start_at) };
    })
    .toReversed();
}

function elapsed(from: unknown, to: unknown): number | null {
  const [start, end] = [parseInstant(from), parseInstant(to)];
  return start === null || end === null || end < start ? null : (end - start) / 1000;
}

const instantOf = ({ at }: MeasuredEntry): string | null =>
  typeof at === 'string' && parseInstant(at) !== null ? at : null;

const laneOf = ({ lane }: MeasuredEntry): { lane?: string } => (lane === undefined ? {} : { lane });

// HTTP statuses from 400, negative JSON-RPC codes, and status words of protocols
const ERROR_STATUS =
  /^([45]\d\d|error|errored|failed|failure|denied|declined|rejected|timeout|timed_out|cancelled|canceled|aborted|interrupted|killed)$/i;

function isError({ is_error, exit_code, status }: MeasuredEntry): boolean {
  if (is_error === true) return true;
  if (exit_code != null && exit_code !== 0) return true;
  if (typeof status === 'number') return status >= 400 || status < 0;
  return typeof status === 'string' && ERROR_STATUS.test(status);
}
