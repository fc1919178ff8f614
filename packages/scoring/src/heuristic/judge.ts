import type {
  HeuristicJudgment,
  HeuristicNote,
  InteractionJudgment,
  InteractionNotes,
  Signals,
  Transcript,
} from '@assay/schema';
import { mean } from '../math/sum.ts';
import { createContext, type Step } from './context.ts';
import type { Remark } from './rule.ts';
import { HEURISTIC_RULES } from './rules/index.ts';

type Values = Record<HeuristicNote['signal'], number>;

/**
 * The offline judge: computes signals and necessity of a run by simple rules, without a model.
 *
 *   signal     the lowest value any rule gave it; 1 where no rule applied
 *   necessity  the mean of that over all interactions, so 1 − the share of unnecessary ones; null without any
 *
 * A value of 1 means that no rule found a problem, not that there is none: the judgment says `judge: heuristic`.
 * Notes are in the order of interactions, then rules, then remarks of a rule.
 */
export function judgeHeuristically(transcript: Pick<Transcript, 'entries' | 'interactions'>): HeuristicJudgment {
  const context = createContext(transcript);
  const remarks = new Map<Step, { rule: string; remark: Remark }[]>(context.steps.map((step) => [step, []]));
  for (const rule of HEURISTIC_RULES)
    for (const remark of rule.judge(context)) remarks.get(remark.step)?.push({ rule: rule.id, remark });

  const signals = new Map<string, Signals>();
  const necessity: number[] = [];
  const notes: HeuristicNote[] = [];
  for (const [{ interaction }, found] of remarks) {
    const values: Values = { success: 1, weight: 1, relevance: 1, necessity: 1 };
    for (const { rule, remark } of found) {
      const { signal, value, reason, entry_ids } = remark;
      values[signal] = Math.min(values[signal], value);
      notes.push({ interaction_id: interaction.id, rule, signal, value, reason, entry_ids: [...entry_ids] });
    }
    const { success, weight, relevance } = values;
    signals.set(interaction.id, { success, weight, relevance });
    necessity.push(values.necessity);
  }
  return {
    judge: 'heuristic',
    version: '1',
    signals: Object.fromEntries(signals),
    necessity: mean(necessity),
    notes,
  };
}

// a grade is read whole, and a run of 20,000 interactions may have as many notes
const STORED_NOTES = 2_000;

/** The notes as a grade stores them. */
export const toInteractionNotes = ({ version, notes }: HeuristicJudgment): InteractionNotes => ({
  version,
  notes: notes.slice(0, STORED_NOTES),
  omitted: Math.max(0, notes.length - STORED_NOTES),
});

/** Converts it to the format of any judge: rules judge every interaction. */
export function toInteractionJudgment({ judge, signals, necessity }: HeuristicJudgment): InteractionJudgment {
  const count = Object.keys(signals).length;
  return { judge, signals, necessity, judged: count, of: count, reason: null };
}
