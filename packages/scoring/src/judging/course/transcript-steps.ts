import { entryId, type TranscriptEntry } from '@assay/schema';
import { readCall } from '../../heuristic/call.ts';
import type { Role } from '../../heuristic/role.ts';
import { pairResults } from '../../interactions/pair.ts';
import { type JudgedTask, listTurns } from '../text/judged-run.ts';

/** A message, or a tool call with its result, with the id by which the judge refers to it. */
export interface JudgedStep {
  /** `e` and its position, so that no name chosen by an agent serves as a reference. */
  readonly id: string;
  /** The id in the transcript. */
  readonly entry_id: string;
  readonly index: number;
  readonly result_index: number | undefined;
  readonly entry: TranscriptEntry;
  readonly result: TranscriptEntry | undefined;
  /** The role of a call; otherwise the type of the entry. */
  readonly role: Role | TranscriptEntry['type'];
  /** The readable command of a shell, and its argument vector if no shell parses it. */
  readonly command: string | null;
  readonly argv: readonly string[] | null;
  /** Null when unknown. */
  readonly turn: number | null;
}

/** The steps of a transcript in order; a result is part of the step that requested it. */
export function listSteps(entries: readonly TranscriptEntry[], task: JudgedTask): JudgedStep[] {
  const resultOf = pairResults(entries);
  const paired = new Set(resultOf.values());
  const turnAt = createTurns(entries, task);
  return entries.flatMap((entry, index) => {
    if (paired.has(index)) return [];
    const result = resultOf.get(index);
    const call = entry.type === 'tool_use' ? readCall(entry.tool ?? '', entry.input) : null;
    return [
      {
        id: entryId(undefined, index),
        entry_id: entryId(entry, index),
        index,
        result_index: result,
        entry,
        result: result === undefined ? undefined : entries[result],
        role: call?.role ?? entry.type,
        ...readCommand(call?.command ?? null),
        turn: turnAt(index),
      },
    ];
  });
}

// an argument vector has a NUL before each word
function readCommand(command: string | null): Pick<JudgedStep, 'command' | 'argv'> {
  if (command === null || !command.startsWith('\0')) return { command, argv: null };
  const argv = command.slice(1).split('\0');
  return { command: argv.join(' '), argv };
}

/** The last message of the agent itself; messages of sub-agents are not for the user. */
export const finalMessage = (steps: readonly JudgedStep[]): JudgedStep | undefined =>
  steps.findLast(
    ({ entry: { type, lane, text } }) => type === 'assistant' && lane === undefined && (text ?? '').trim() !== '',
  );

/** The turn of an entry: each turn starts with the user message that the task has for it. */
function createTurns(entries: readonly TranscriptEntry[], task: JudgedTask): (index: number) => number | null {
  if (task.turns.length === 0) return () => 1;
  const starts: number[] = [];
  for (const told of listTurns(task)) {
    const opening = squeeze(told).slice(0, LONGEST_OPENING);
    const from = (starts.at(-1) ?? -1) + 1;
    const found = entries.findIndex(
      ({ type, lane, text }, index) =>
        index >= from && type === 'user' && lane === undefined && squeeze(text ?? '').includes(opening),
    );
    if (found < 0) return starts.length === 0 ? () => null : (index) => turnOf(index, starts, true);
    starts.push(found);
  }
  return (index) => turnOf(index, starts, false);
}

const LONGEST_OPENING = 400;
// long enough to include an opening that follows a repetition of all earlier turns
const LONGEST_MESSAGE = 200_000;

const squeeze = (text: string): string => text.slice(0, LONGEST_MESSAGE).replace(/\s+/g, ' ').trim();

// a session that ended early has no later turns; one whose later turns were not found may have them
function turnOf(index: number, starts: readonly number[], open: boolean): number | null {
  const turn = starts.findLastIndex((start) => start <= index) + 1;
  return open && turn === starts.length ? null : Math.max(1, turn);
}
