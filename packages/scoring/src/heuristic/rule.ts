import type { HeuristicNote } from '@assay/schema';
import type { HeuristicContext, Step } from './context.ts';

/** A rule's remark on one step: the lowered signal, its value, the reason, and the entries that show it. */
export interface Remark extends Pick<HeuristicNote, 'signal' | 'value' | 'reason'> {
  readonly step: Step;
  readonly entry_ids: readonly string[];
}

/** Detects one kind of problem in a run. Rules are independent of each other. */
export interface HeuristicRule {
  /** Names the failing case. */
  readonly id: string;
  /** States the passing case. */
  readonly title: string;
  readonly description: string;
  judge(context: HeuristicContext): Remark[];
}

/** One remark per signal, all for the same reason. */
export function remark(
  step: Step,
  values: Partial<Record<HeuristicNote['signal'], number>>,
  { reason, after = [] }: { reason: string; after?: readonly Step[] },
): Remark[] {
  // only the call and result of other steps: one long thought may be named by thousands of notes
  const others = after.flatMap((other) => other.entry_ids.slice(0, 2));
  const entry_ids = [...new Set([...others, ...step.entry_ids])];
  return Object.entries(values).map(([signal, value]) => ({
    step,
    signal: signal as HeuristicNote['signal'],
    value,
    reason,
    entry_ids,
  }));
}
