import { z } from 'zod';
import { CustomScorerType } from '../scenarios/custom-scorer.ts';
import { CustomFamily } from './custom-score.ts';
import { Evidence } from './evidence.ts';

const { custom_scores: _, ...recorded } = Evidence.shape;

/** What a scorer from the configuration can read: the evidence of a run, its transcript and the changed files. */
export const CustomEvidenceKey = z.enum([
  ...(Object.keys(recorded) as [keyof typeof recorded, ...(keyof typeof recorded)[]]),
  'entries',
  'files',
]);
export type CustomEvidenceKey = z.infer<typeof CustomEvidenceKey>;

/** What the file of a scorer says about it, besides its function. */
export const CustomScorerInfo = z
  .object({
    type: CustomScorerType,
    title: z.string().min(1).max(200),
    description: z.string().min(1).max(1000),
    family: CustomFamily.default('outcome'),
    requires: z.array(CustomEvidenceKey).default([]),
    /** The type of its property `score`. */
    score: z.literal('function'),
  })
  .meta({
    id: 'CustomScorerInfo',
    description: 'The type, title and needed evidence of a scorer from the configuration.',
  });
export type CustomScorerInfo = z.infer<typeof CustomScorerInfo>;
