import { entryId, type Interaction, type Transcript, type TranscriptEntry } from '@assay/schema';
import { utf8Length } from '../math/utf8.ts';
import { type Call, readCall } from './call.ts';
import { findRepeatedReads } from './repeated-reads.ts';
import { countUses, type Use } from './uses.ts';

/** An interaction with its entries, its call and its result, as the rules see it. */
export interface Step {
  readonly interaction: Interaction;
  /** Null for thinking, and for a call whose entry is not in the transcript. */
  readonly call: Call | null;
  readonly input: unknown;
  /** Text of the result; null where there is none. */
  readonly output: string | null;
  readonly output_bytes: number;
  readonly failed: boolean;
  /** A search that went well and found nothing. */
  readonly found_nothing: boolean;
  /** How many things had changed before it: two steps with the same number have no change in between. */
  readonly epoch: number;
  /** Where its first and its last entry stand. */
  readonly start_index: number;
  readonly end_index: number;
  /** Those of its entries that the transcript has. */
  readonly entry_ids: readonly string[];
  readonly thoughts: readonly Thought[];
}

interface Thought {
  readonly id: string;
  readonly index: number;
  readonly text: string;
}

/** What every rule is given: built once, in time linear in the transcript. */
export interface HeuristicContext {
  /** In the order they were started. */
  readonly steps: readonly Step[];
  /** Reads that brought nothing new, each with the read that had brought it. */
  readonly repeatedReads: ReadonlyMap<Step, Step>;
  /** How much of a large output came back later, for the steps that have one. */
  readonly uses: ReadonlyMap<Step, Use>;
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
    // what a user says may be that something changed
    for (const end = found[0]?.index ?? 0; reached < end; reached++) if (isUser(entries[reached])) changes++;
    const step = createStep(interaction, found, changes);
    if (step.call !== null && !step.failed && CHANGING.has(step.call.role)) changes++;
    return step;
  });
}

// a sub-agent's task comes as the word of a user too
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

// longer than any way of saying that there is nothing
const LONGEST_NOTHING = 200;
const NOTHING =
  /^(|\[\]|\{\}|0|exit code:? 1|\(?(bash|tool|command) (completed|ran|finished) with(out| no) (any )?output\)?|\(?no output\)?|(found )?(no|0) (files?|match(es)?|results?|entries|items|lines)\b.*|(the )?(directory|folder)\b.*\bis empty)\.?$/i;

// grep and its kin exit with 1 where nothing matches, and with 2 where something went wrong
function isEmptyResult({ text, exit_code }: TranscriptEntry): boolean {
  if (text == null || text.length > LONGEST_NOTHING || (exit_code ?? 0) > 1) return false;
  return NOTHING.test(text.trim());
}
