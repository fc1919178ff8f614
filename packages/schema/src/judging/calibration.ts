import { z } from 'zod';
import { PassFail } from '../scores/gates.ts';
import { Count, Digest, Instant, Interval, Ratio } from '../values/units.ts';
import { Judgment } from './judgment.ts';

const rating = z.int().min(1).max(5).nullish();

/** A person's verdict on a run. */
export const JudgeLabel = z
  .strictObject({
    /** Id of the run, or path of its folder relative to the label file. */
    run: z.string().min(1),
    /** Null until someone has reviewed the run. */
    verdict: PassFail.nullable(),
    task_completion: rating,
    instruction_adherence: rating,
    efficiency: rating,
    by: z.string().nullish(),
    note: z.string().nullish(),
  })
  .meta({ id: 'JudgeLabel', description: "A person's verdict on a run, to compare a judge with." });
export type JudgeLabel = z.infer<typeof JudgeLabel>;

/** A file of labels. */
export const JudgeLabels = z
  .strictObject({ labels: z.array(JudgeLabel).min(1) })
  .meta({ id: 'JudgeLabels', description: 'Runs with the verdicts of people.' });
export type JudgeLabels = z.infer<typeof JudgeLabels>;

/** A number with its confidence interval, or null with the reason. */
export const Estimate = z
  .object({
    value: z.number().nullable(),
    interval: Interval.nullable(),
    /** Number of runs it is based on. */
    of: Count,
    reason: z.string().nullable(),
  })
  .meta({ id: 'Estimate', description: 'An estimate with its 95 % interval, or the reason why there is none.' });
export type Estimate = z.infer<typeof Estimate>;

/** Runs by verdict of the judge and of people. */
export const Confusion = z
  .object({
    /** Both passed it. */
    pass_pass: Count,
    /** The judge passed it, people failed it. */
    pass_fail: Count,
    fail_pass: Count,
    fail_fail: Count,
  })
  .meta({ id: 'Confusion', description: 'Number of runs by verdict of the judge, then of people.' });
export type Confusion = z.infer<typeof Confusion>;

/** Agreement of a judge with people. */
export const JudgeCalibration = z
  .object({
    judge: z.string(),
    criteria: z.string(),
    criteria_digest: Digest,
    labels_digest: Digest,
    calibrated_at: Instant,
    /** Runs that people agreed on, and those of them with a verdict of the judge. */
    labelled: Count,
    compared: Count,
    /** Runs on which people split evenly. */
    divided: Count,
    confusion: Confusion,
    /** Cohen's kappa of the verdict. */
    kappa: Estimate,
    agreement: Estimate,
    /** Share of the runs people failed that the judge passed, and the reverse. */
    false_pass_rate: Estimate,
    false_fail_rate: Estimate,
    /** Kappa with quadratic weights. */
    ratings: z.object({ task_completion: Estimate, instruction_adherence: Estimate, efficiency: Estimate }),
    /** Judge pass rate minus human pass rate on the longer half of runs, minus the same on the shorter half. */
    length_bias: Estimate,
    /** Judge pass rate minus human pass rate, per agent. */
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

/** First answer of a judge about an anchor: a run it is asked about repeatedly. */
export const Anchor = z
  .object({
    run_id: z.string(),
    folder: z.string(),
    first: opinion,
    /** Digest of the question, so that a changed question is not counted as a changed answer. */
    prompt_digest: Digest,
    judged_at: Instant,
  })
  .meta({ id: 'Anchor', description: 'A run and the first answer of a judge about it.' });
export type Anchor = z.infer<typeof Anchor>;

/** A fixed set of runs with the first answers of one judge. */
export const Anchors = z
  .object({ judge: z.string(), criteria_digest: Digest, anchors: z.array(Anchor).min(1) })
  .meta({ id: 'Anchors', description: 'The runs a judge is asked about again, with its first answers.' });
export type Anchors = z.infer<typeof Anchors>;

/** A check whether a judge still gives the same answers. */
export const JudgeDrift = z
  .object({
    judge: z.string(),
    criteria_digest: Digest,
    checked_at: Instant,
    models: z.array(z.string()),
    anchors: Count,
    /** Anchors that are new or have a changed question: this answer counts as the first one. */
    renewed: Count,
    /** Anchors with a verdict both times. */
    compared: Count,
    flipped: z.array(z.object({ run_id: z.string(), first: PassFail, now: PassFail })),
    /** Share of verdicts that changed. */
    flip_rate: Estimate,
    /** Mean change of each rating. */
    rating_shift: z.object({
      task_completion: z.number().nullable(),
      instruction_adherence: z.number().nullable(),
      efficiency: z.number().nullable(),
    }),
    bar: Ratio,
    drifted: z.boolean(),
    reason: z.string(),
  })
  .meta({
    id: 'JudgeDrift',
    description: 'The answers of a judge to a fixed set of runs, compared with its first answers.',
  });
export type JudgeDrift = z.infer<typeof JudgeDrift>;
