import { z } from 'zod';
import { Signals } from './axis.ts';
import { Count, Ratio } from './units.ts';

/** One remark of the offline judge: which rule lowered which signal of which interaction, and what that rests on. */
export const HeuristicNote = z
  .object({
    interaction_id: z.string(),
    rule: z.string(),
    signal: z.enum(['success', 'weight', 'relevance', 'necessity']),
    value: Ratio,
    reason: z.string(),
    entry_ids: z.array(z.string()),
  })
  .meta({ id: 'HeuristicNote', description: 'A rule of the offline judge that applied, and the entries it rests on.' });
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

/** What the offline judge says of a run: by rules one can read, without a model. */
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
    description: 'Signals per interaction and necessity, by rules, with their reasons.',
  });
export type HeuristicJudgment = z.infer<typeof HeuristicJudgment>;
