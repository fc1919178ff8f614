import { z } from 'zod';
import { Category, Interaction } from '../transcripts/transcript.ts';
import { provenance } from '../values/score.ts';
import { Count, DurationMs, Points100, Ratio } from '../values/units.ts';

/** A judge's signals for one interaction. A signal that was not judged is absent or null. */
export const Signals = z
  .strictObject({ success: Ratio.nullish(), weight: Ratio.nullish(), relevance: Ratio.nullish() })
  .meta({ id: 'Signals', description: 'Whether it succeeded, had the right size, and its result was used; each 0–1.' });
export type Signals = z.infer<typeof Signals>;

const InteractionRef = z.union([z.string().min(1), z.int()]);

/** An interaction as input of the formula; its other fields are optional. */
export const JudgedInteraction = z
  .strictObject({
    ...Interaction.omit({ id: true, categories: true, duration_ms: true }).partial().shape,
    id: InteractionRef,
    categories: z.array(Category).min(1),
    duration_ms: DurationMs.nullish(),
    context_bytes: z.number().min(0),
    signals: Signals.nullish(),
  })
  .meta({
    id: 'JudgedInteraction',
    description: 'An interaction with its size, duration and judged signals.',
  });
export type JudgedInteraction = z.infer<typeof JudgedInteraction>;

const sumOf = (weights: Record<string, number>): number =>
  Object.values(weights).reduce((sum, weight) => sum + weight, 0);

export const AxisWeights = z
  .strictObject({
    goal_achievement: z.number().min(0),
    environment: z.number().min(0),
    service: z.number().min(0),
    agent: z.number().min(0),
  })
  .refine((weights) => Math.abs(sumOf(weights) - 1) <= 0.001 + Number.EPSILON, {
    error: ({ input }) =>
      `expected four weights that add up to 1 (± 0.001), found ${sumOf(input as Record<string, number>)}`,
  })
  .meta({ id: 'AxisWeights', description: 'Weight of each dimension. All four are required and add up to 1.' });
export type AxisWeights = z.infer<typeof AxisWeights>;

export const RubricGrade = z
  .strictObject({ check: z.string().optional(), grade: z.number().min(0).max(10), weight: z.number().min(0).nullish() })
  .meta({ id: 'RubricGrade', description: 'One rubric check with its grade, 0–10.' });
export type RubricGrade = z.infer<typeof RubricGrade>;

export const AxisInput = z
  .strictObject({
    interactions: z.array(JudgedInteraction),
    necessity: z.strictObject({ agent: Ratio }).nullish(),
    goal: z.strictObject({ checks: z.array(RubricGrade) }).nullish(),
    weights: AxisWeights.optional(),
  })
  .superRefine(({ interactions }, context) => {
    const seen = new Set<string | number>();
    interactions.forEach(({ id }, index) => {
      if (seen.has(id))
        context.addIssue({
          code: 'custom',
          path: ['interactions', index, 'id'],
          message: `expected a unique id, found ${JSON.stringify(id)} again`,
        });
      seen.add(id);
    });
  })
  .meta({
    id: 'AxisInput',
    description: 'The interactions of a run with their judged signals, and the graded rubric.',
  });
export type AxisInput = z.infer<typeof AxisInput>;

export const Band = z
  .enum(['Excellent', 'Good', 'Fair', 'Poor'])
  .meta({ id: 'Band', description: 'Excellent 90–100, Good 75–89, Fair 50–74, Poor below 50.' });
export type Band = z.infer<typeof Band>;

const signals = z.record(z.string(), Ratio);
const counts = { interactions: Count, judged: Count };

/** One dimension: a score, or the reason why there is none. */
export const AxisDimension = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('scored'),
      score: Points100,
      raw: Ratio,
      signals,
      ...counts,
      reason: z.string().optional(),
    }),
    z.object({
      status: z.literal('not_applicable'),
      score: z.null(),
      raw: z.null(),
      signals,
      ...counts,
      reason: z.string(),
    }),
    z.object({ status: z.literal('withheld'), score: z.null(), raw: z.null(), signals, ...counts, reason: z.string() }),
  ])
  .meta({ id: 'AxisDimension', description: 'A dimension of the AXIS result. Without a score it gives the reason.' });
export type AxisDimension = z.infer<typeof AxisDimension>;

export const AxisInsight = z
  .object({
    dimension: z.string(),
    signal: z.string(),
    value: Ratio,
    points: z.number(),
    message: z.string(),
    refs: z.array(z.string()),
  })
  .meta({ id: 'AxisInsight', description: 'The weakest weighted signal of a low dimension, and what pulled it down.' });
export type AxisInsight = z.infer<typeof AxisInsight>;

export const AxisResult = z
  .object({
    score: Points100.nullable(),
    band: Band.nullable(),
    partial: z.boolean(),
    reason: z.string().optional(),
    dimensions: z.object({
      goal_achievement: AxisDimension,
      environment: AxisDimension,
      service: AxisDimension,
      agent: AxisDimension,
    }),
    weights: AxisWeights,
    insights: z.array(AxisInsight),
    ...provenance,
  })
  .meta({ id: 'AxisResult', description: 'Agent experience, 0–100, over goal, environment, service and agent.' });
export type AxisResult = z.infer<typeof AxisResult>;

export const SpeedInput = z
  .strictObject({ category: Category, duration_ms: DurationMs.nullish() })
  .meta({ id: 'SpeedInput', description: 'A duration, and the category whose limits apply.' });
export type SpeedInput = z.infer<typeof SpeedInput>;

export const Speed = z
  .object({ value: Ratio, tier: z.enum(['Excellent', 'Good', 'Fair', 'Slow', 'Very slow', 'Unknown']), ...provenance })
  .meta({ id: 'Speed', description: 'The speed signal and its tier. An unknown duration does not lower a score.' });
export type Speed = z.infer<typeof Speed>;

export const CalibrateInput = z
  .strictObject({ raw: Ratio })
  .meta({ id: 'CalibrateInput', description: 'A raw dimension, 0–1.' });
export type CalibrateInput = z.infer<typeof CalibrateInput>;

export const Calibration = z
  .object({ score: z.number().min(0).max(100), ...provenance })
  .meta({ id: 'Calibration', description: 'The raw dimension on the 0–100 scale, unrounded.' });
export type Calibration = z.infer<typeof Calibration>;
