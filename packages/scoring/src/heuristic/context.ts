import { entryId, type Interaction, type Transcript, type TranscriptEntry } from '@assay/schema';
import { utf8Length } from '../math/utf8.ts';
import { type Call, readCall } from './call.ts';
import { findRepeatedReads } from './repeated-reads.ts';
import { countUses, type OutputUse } from './uses.ts';

/** An interaction with its entries, call and result, as the rules see it. */
export interface Step {
  readonly interaction: Interaction;
  /** Null for thinking, and for a call whose entry is missing from the transcript. */
  readonly call: Call | null;
  readonly input: unknown;
  /** Text of the result; null when there is none. */
  readonly output: string | null;
  readonly output_bytes: number;
  readonly failed: boolean;
  /** A search that succeeded and found nothing. */
  readonly found_nothing: boolean;
  /** Number of changes before this step: steps with the same number have no change between them. */
  readonly epoch: number;
  /** Indexes of its first and last entry. */
  readonly start_index: number;
  readonly end_index: number;
  /** Ids of its entries that are in the transcript. */
  readonly entry_ids: readonly string[];
  readonly thoughts: readonly Thought[];
}

interface Thought {
  readonly id: string;
  readonly index: number;
  readonly text: string;
}

/** The input of every rule, built once in linear time. */
export interface HeuristicContext {
  /** In the order they were started. */
  readonly steps: readonly Step[];
  /** Reads that returned nothing new, each with the earlier read of the same content. */
  readonly repeatedReads: ReadonlyMap<Step, Step>;
  /** How much of each large output was used later. */
  readonly uses: ReadonlyMap<Step, OutputUse>;
}

export function createContext({
  entries,
  interactions,
}: Pick<Transcript, 'entries' | 'interactions'>): HeuristicContext {
  const steps = createSteps(entries, interactions);
  const repeatedReads = findRepeatedReads(steps);
  return { steps, repeatedReads, uses: countUses(steps, repeatedReads) };
}

function createSteps(entries: readonly TranscriptEntry[], interactions: readonly Interaction[]): Step[] {
  const indexOf = new Map<string, number>();
  entries.forEach((entry, index) => {
    const name = entryId(entry, index);
    if (!indexOf.has(name)) indexOf.set(name, index);
  });
  let changes = 0;
  let reached = 0;
  return interactions.map((interaction) => {
    const found = interaction.entry_ids.flatMap((id) => {
      const index = indexOf.get(id);
      return index === undefined ? [] : [{ id, index, entry: entries[index] as TranscriptEntry }];
    });
    // a user message may report a change
    for (const end = found[0]?.index ?? 0; reached < end; reached++) if (isUser(entries[reached])) changes++;
    const step = createStep(interaction, found, changes);
    if (step.call !== null && !step.failed && CHANGING.has(step.call.role)) changes++;
    return step;
  });
}

// a sub-agent's task is a user entry too, but has a lane
const isUser = (entry: TranscriptEntry | undefined): boolean => entry?.type === 'user' && entry.lane === undefined;

const CHANGING: ReadonlySet<string> = new Set(['edit', 'run', 'change']);

interface Found {
  readonly id: string;
  readonly index: number;
  readonly entry: TranscriptEntry;
}

function createStep(interaction: Interaction, found: readonly Found[], epoch: number): Step {
  const isTool = interaction.kind === 'tool';
  const use = isTool ? found.find(({ entry }) => entry.type === 'tool_use')?.entry : undefined;
  const result = isTool ? found.find(({ entry }) => entry.type === 'tool_result')?.entry : undefined;
  const call = use === undefined ? null : readCall(use.tool ?? interaction.tool ?? '', use.input);
  const output = result?.text ?? null;
  const found_nothing = call?.role === 'search' && result !== undefined && isEmptyResult(result);
  return {
    interaction,
    call,
    input: use?.input,
    output,
    output_bytes: output === null ? 0 : utf8Length(output),
    failed: interaction.is_error && !found_nothing,
    found_nothing,
    epoch,
    start_index: found[0]?.index ?? -1,
    end_index: found.reduce((last, { index }) => Math.max(last, index), -1),
    entry_ids: found.map(({ id }) => id),
    thoughts: isTool ? [] : found.map(({ id, index, entry }) => ({ id, index, text: entry.text ?? '' })),
  };
}

// longer than any message that reports no result
const LONGEST_NOTHING = 200;
const NOTHING =
  /^(|\[\]|\{\}|0|exit code:? 1|\(?(bash|tool|command) (completed|ran|finished) with(out| no) (any )?output\)?|\(?no output\)?|(found )?(no|0) (files?|match(es)?|results?|entries|items|lines)\b.*|(the )?(directory|folder)\b.*\bis empty)\.?$/i;

// grep and similar tools exit with 1 when nothing matches, and with 2 on an error
function isEmptyResult({ text, exit_code }: TranscriptEntry): boolean {
  if (text == null || text.length > LONGEST_NOTHING || (exit_code ?? 0) > 1) return false;
  return NOTHING.test(text.trim());
}
