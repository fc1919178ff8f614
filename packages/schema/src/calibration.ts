import { z } from 'zod';
import { PassFail } from './gates.ts';
import { Judgment } from './judgment.ts';
import { Count, Digest, Instant, Interval, Ratio } from './units.ts';

const rating = z.int().min(1).max(5).nullish();

/** What a person says of a run. */
export const JudgeLabel = z
  .strictObject({
    /** The id of a run, or the path of its folder from where the labels are. */
    run: z.string().min(1),
    /** Null until somebody has looked at it. */
    verdict: PassFail.nullable(),
    task_completion: rating,
    instruction_adherence: rating,
    efficiency: rating,
    by: z.string().nullish(),
    note: z.string().nullish(),
  })
  .meta({ id: 'JudgeLabel', description: 'What a person says of a run, to compare a judge with.' });
export type JudgeLabel = z.infer<typeof JudgeLabel>;

/** A file of labels. */
export const JudgeLabels = z
  .strictObject({ labels: z.array(JudgeLabel).min(1) })
  .meta({ id: 'JudgeLabels', description: 'Runs with what people say of them.' });
export type JudgeLabels = z.infer<typeof JudgeLabels>;

/** A number with the range the data does not rule out; null with the reason where there is none. */
export const Estimate = z
  .object({
    value: z.number().nullable(),
    interval: Interval.nullable(),
    /** How many runs it is of. */
    of: Count,
    reason: z.string().nullable(),
  })
  .meta({ id: 'Estimate', description: 'An estimate with its 95 % interval, or the reason why there is none.' });
export type Estimate = z.infer<typeof Estimate>;

/** Runs by what the judge and what people said. */
export const Confusion = z
  .object({
    /** Both are content. */
    pass_pass: Count,
    /** The judge is content, people are not. */
    pass_fail: Count,
    fail_pass: Count,
    fail_fail: Count,
  })
  .meta({ id: 'Confusion', description: 'Counts of runs: the verdict of the judge, then that of people.' });
export type Confusion = z.infer<typeof Confusion>;

/** How a judge did against people. */
export const JudgeCalibration = z
  .object({
    judge: z.string(),
    criteria: z.string(),
    criteria_digest: Digest,
    labels_digest: Digest,
    calibrated_at: Instant,
    /** Runs people were of one mind about; those of them the judge gave a verdict on. */
    labelled: Count,
    compared: Count,
    /** Runs about which as many people were content as were not. */
    divided: Count,
    confusion: Confusion,
    /** Cohen's kappa of the verdict. */
    kappa: Estimate,
    agreement: Estimate,
    /** Of the runs people failed, the share the judge passed; and the other way round. */
    false_pass_rate: Estimate,
    false_fail_rate: Estimate,
    /** Kappa with quadratic weights. */
    ratings: z.object({ task_completion: Estimate, instruction_adherence: Estimate, efficiency: Estimate }),
    /** How much more of the longer half of runs it passes than people do, less the same of the shorter half. */
    length_bias: Estimate,
    /** How much more of the runs of an agent it passes than people do. */
    agent_bias: z.array(z.object({ agent: z.string(), leniency: Estimate })),
    standing: Judgment.options[0].shape.standing,
    standing_reason: z.string(),
  })
  .meta({ id: 'JudgeCalibration', description: 'Agreement of a judge with people, criterion by criterion.' });
export type JudgeCalibration = z.infer<typeof JudgeCalibration>;

const opinion = z.object({
  verdict: PassFail.nullable(),
  task_completion: z.number().nullable(),
  instruction_adherence: z.number().nullable(),
  efficiency: z.number().nullable(),
});

/** What a judge said of an anchor: a run it is asked about again and again. */
export const Anchor = z
  .object({
    run_id: z.string(),
    folder: z.string(),
    first: opinion,
    /** Of the question, so that another question is not taken for another answer. */
    prompt_digest: Digest,
    judged_at: Instant,
  })
  .meta({ id: 'Anchor', description: 'A run and what a judge first said of it.' });
export type Anchor = z.infer<typeof Anchor>;

/** A frozen set of runs with the first answers of one judge. */
export const Anchors = z
  .object({ judge: z.string(), criteria_digest: Digest, anchors: z.array(Anchor).min(1) })
  .meta({ id: 'Anchors', description: 'The runs a judge is asked about again, and what it said of them first.' });
export type Anchors = z.infer<typeof Anchors>;

/** One look at whether a judge still says what it said. */
export const JudgeDrift = z
  .object({
    judge: z.string(),
    criteria_digest: Digest,
    checked_at: Instant,
    models: z.array(z.string()),
    anchors: Count,
    /** Anchors that are new, or are asked another question than before: what is said now counts as the first answer. */
    renewed: Count,
    /** Those with a verdict both times. */
    compared: Count,
    flipped: z.array(z.object({ run_id: z.string(), first: PassFail, now: PassFail })),
    /** The share of verdicts that are others now. */
    flip_rate: Estimate,
    /** The mean change of each rating. */
    rating_shift: z.object({
      task_completion: z.number().nullable(),
      instruction_adherence: z.number().nullable(),
      efficiency: z.number().nullable(),
    }),
    bar: Ratio,
    drifted: z.boolean(),
    reason: z.string(),
  })
  .meta({ id: 'JudgeDrift', description: 'The answers of a judge to a frozen set, against those it gave first.' });
export type JudgeDrift = z.infer<typeof JudgeDrift>;
