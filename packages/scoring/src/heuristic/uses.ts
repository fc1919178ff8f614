import type { Step } from './context.ts';
import { forEachToken } from './tokens.ts';
import { walk } from './walk.ts';

/** Smaller outputs are not traced. */
const LARGE_BYTES = 4_000;
/** This many distinct tokens are enough to trace an output, or to count it as well used. */
export const MANY_TOKENS = 5;

/** Distinct tokens of an output, and how many of them are used later; both counted up to `MANY_TOKENS`. */
export interface OutputUse {
  readonly tokens: number;
  readonly used: number;
  /** Whether the agent did or said anything later. */
  readonly followed: boolean;
}

/** For each large output: how many of its tokens appear in later inputs or messages of the agent. */
export function countUses(steps: readonly Step[], repeatedReads: ReadonlyMap<Step, Step>): Map<Step, OutputUse> {
  const lastUse = new Map<string, number>();
  let last = -1;
  for (const step of steps) {
    // a repeated read does not use earlier output
    if (repeatedReads.has(step)) continue;
    const note = (index: number) => (token: string) => {
      if ((lastUse.get(token) ?? -1) < index) lastUse.set(token, index);
      return false;
    };
    for (const { text, index } of step.thoughts) {
      last = Math.max(last, index);
      forEachToken(text, note(index));
    }
    if (step.call === null) continue;
    last = Math.max(last, step.start_index);
    walk(step.input, (_kind, text) => forEachToken(text, note(step.start_index)));
  }
  const uses = new Map<Step, OutputUse>();
  for (const step of steps)
    if (step.output !== null && step.output_bytes >= LARGE_BYTES)
      uses.set(step, { ...trace(step, step.output, lastUse), followed: last > step.end_index });
  return uses;
}

function trace(step: Step, output: string, lastUse: ReadonlyMap<string, number>): Omit<OutputUse, 'followed'> {
  const tokens = new Set<string>();
  const used = new Set<string>();
  const visit = (token: string): boolean => {
    if (tokens.size < MANY_TOKENS) tokens.add(token);
    if ((lastUse.get(token) ?? -1) > step.end_index) used.add(token);
    return used.size >= MANY_TOKENS;
  };
  // working on the file that was read uses it
  for (const target of step.call?.targets ?? []) forEachToken(target, visit);
  if (used.size < MANY_TOKENS) forEachToken(output, visit);
  return { tokens: tokens.size, used: used.size };
}
