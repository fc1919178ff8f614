import { z } from 'zod';
import { Count, Ratio } from '../values/units.ts';
import { Signals } from './axis.ts';

/** One note of the offline judge: the rule, the signal and interaction it lowered, and the evidence. */
export const HeuristicNote = z
  .object({
    interaction_id: z.string(),
    rule: z.string(),
    signal: z.enum(['success', 'weight', 'relevance', 'necessity']),
    value: Ratio,
    reason: z.string(),
    entry_ids: z.array(z.string()),
  })
  .meta({
    id: 'HeuristicNote',
    description: 'A rule of the offline judge that applied, with the transcript entries behind it.',
  });
export type HeuristicNote = z.infer<typeof HeuristicNote>;

/** The notes of the offline judge as a grade stores them. */
export const InteractionNotes = z
  .object({
    /** The version of the rules. */
    version: z.string(),
    notes: z.array(HeuristicNote),
    /** How many more there were. */
    omitted: Count,
  })
  .meta({ id: 'InteractionNotes', description: 'The notes of the offline judge on the interactions of a run.' });
export type InteractionNotes = z.infer<typeof InteractionNotes>;

/** Judgment of the offline judge: by published rules, without a model. */
export const HeuristicJudgment = z
  .object({
    judge: z.literal('heuristic'),
    version: z.string(),
    signals: z.record(z.string(), Signals),
    necessity: Ratio.nullable(),
    notes: z.array(HeuristicNote),
  })
  .meta({
    id: 'HeuristicJudgment',
    description: 'Signals per interaction and necessity, from rules, with reasons.',
  });
export type HeuristicJudgment = z.infer<typeof HeuristicJudgment>;
