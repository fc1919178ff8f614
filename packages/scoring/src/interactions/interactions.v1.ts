import { type Interaction, Interactions, InteractionsInput, type TranscriptEntry } from '@assay/schema';
import { defineFormula, type Unstamped } from '../formula.ts';
import { jsonLength, utf8Length } from '../math/utf8.ts';
import { classify } from './classify.ts';
import { parseInstant } from './instant.ts';
import { pairResults } from './pair.ts';

/**
 * The interactions of a transcript: what the agent did, paired, timed and classified.
 *
 *   tool      a tool use with its result       lasts from the use to the result
 *   thinking  consecutive assistant entries    lasts until the next interaction starts; unknown for the last
 *
 * Sub-agents are lanes of their own: their thoughts neither merge with nor end those of others.
 * A missing instant, one that is not ISO 8601, or time running backwards makes a duration unknown. A result that is
 * an error, a non-zero exit code or an error status of a protocol makes the interaction an error. `context_bytes` is
 * the size of the input as JSON and of the result's text. Frozen.
 */
export const interactionsV1 = defineFormula({
  id: 'interactions',
  version: '1',
  title: 'Interactions',
  description: 'The entries of a transcript, paired, timed and classified.',
  input: InteractionsInput,
  output: Interactions,
  example: {
    entries: [
      { type: 'assistant', at: '2026-11-15T10:00:00.000Z', text: 'I will run the tests first.' },
      {
        type: 'tool_use',
        at: '2026-11-15T10:00:02.500Z',
        tool: 'Bash',
        tool_id: 'call_1',
        input: { command: 'npm test' },
      },
      { type: 'tool_result', at: '2026-11-15T10:00:06.100Z', tool_id: 'call_1', text: '1 failed', exit_code: 1 },
    ],
  },
  compute({ entries }) {
    const resultOf = pairResults(entries);
    const found: Interaction[] = [];
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index] as TranscriptEntry;
      const id = `i${found.length + 1}`;
      if (entry.type === 'tool_use') found.push(toolInteraction(id, entries, index, resultOf.get(index)));
      if (entry.type !== 'assistant') continue;
      const start = index;
      while (entries[index + 1]?.type === 'assistant' && entries[index + 1]?.lane === entry.lane) index++;
      found.push(thinkingInteraction(id, entries, start, index));
    }
    const results = entries.filter(({ type }) => type === 'tool_result').length;
    return { interactions: timeThinking(found), unpaired_results: results - resultOf.size };
  },
});

/** The interactions of entries that are known to be entries. */
export const interactionsOf = (entries: readonly TranscriptEntry[]): Unstamped<Interactions> =>
  interactionsV1.compute({ entries: [...entries] });

function toolInteraction(
  id: string,
  entries: readonly TranscriptEntry[],
  useIndex: number,
  resultIndex: number | undefined,
): Interaction {
  const use = entries[useIndex] as TranscriptEntry;
  const result = resultIndex === undefined ? undefined : entries[resultIndex];
  const tool = use.tool ?? '';
  return {
    id,
    kind: 'tool',
    tool,
    categories: classify(tool, use.input),
    start_at: instantOf(use),
    duration_ms: elapsed(use.at, result?.at),
    is_error: result !== undefined && isError(result),
    context_bytes: jsonLength(use.input) + utf8Length(result?.text ?? ''),
    ...laneOf(use),
    entry_ids: [entryId(use, useIndex), ...(result && resultIndex !== undefined ? [entryId(result, resultIndex)] : [])],
  };
}

function thinkingInteraction(id: string, entries: readonly TranscriptEntry[], start: number, end: number): Interaction {
  const thoughts = entries.slice(start, end + 1);
  return {
    id,
    kind: 'thinking',
    categories: ['agent'],
    start_at: instantOf(thoughts[0] as TranscriptEntry),
    duration_ms: null,
    is_error: thoughts.some((thought) => thought.is_error === true),
    context_bytes: thoughts.reduce((all, { text }) => all + utf8Length(text ?? ''), 0),
    ...laneOf(thoughts[0] as TranscriptEntry),
    entry_ids: thoughts.map((thought, i) => entryId(thought, start + i)),
  };
}

// a sub-agent thinks on while others work: what ends its thought is its own next interaction
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

const instantOf = ({ at }: TranscriptEntry): string | null =>
  typeof at === 'string' && parseInstant(at) !== null ? at : null;

const laneOf = ({ lane }: TranscriptEntry): { lane?: string } => (lane === undefined ? {} : { lane });

const entryId = ({ id }: TranscriptEntry, index: number): string => id ?? `e${index + 1}`;

// HTTP statuses from 400 on, the negative codes of JSON-RPC, and the words protocols use
const ERROR_STATUS =
  /^([45]\d\d|error|errored|failed|failure|denied|declined|rejected|timeout|timed_out|cancelled|canceled|aborted|interrupted|killed)$/i;

function isError({ is_error, exit_code, status }: TranscriptEntry): boolean {
  if (is_error === true) return true;
  if (exit_code != null && exit_code !== 0) return true;
  if (typeof status === 'number') return status >= 400 || status < 0;
  return typeof status === 'string' && ERROR_STATUS.test(status);
}
