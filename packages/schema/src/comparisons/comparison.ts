import { z } from 'zod';
import { ArtifactChange, ConfigurationRef } from '../runs/configuration.ts';
import { tooManyPassedMessage } from '../scores/composite.ts';
import { ComparisonId } from '../values/ids.ts';
import { provenance } from '../values/score.ts';
import { Count, Digest, DurationMs, Instant, Interval } from '../values/units.ts';
import { Thresholds } from './thresholds.ts';

// a comparison is fail-closed: a non-finite number becomes null and counts against the candidate
const measured = <T extends z.ZodNumber>(schema: T) =>
  z.preprocess((value) => (typeof value === 'number' && !Number.isFinite(value) ? null : value), schema.nullable());

/** One run of one task, on one side of a comparison. */
export const ComparedRun = z
  .strictObject({
    task_id: z.string().min(1),
    composite: measured(z.number().min(0).max(1)).optional(),
    checks: z
      .strictObject({ passed: measured(z.int().min(0)), total: measured(z.int().min(0)) })
      .refine(({ passed, total }) => passed === null || total === null || passed <= total, {
        path: ['passed'],
        error: tooManyPassedMessage,
      })
      .optional(),
    /** Whether the whole run passed. Default: all its checks passed. */
    passed: z.boolean().optional(),
    /** Any value except null and false: the run errored. */
    error: z.unknown().optional(),
  })
  .superRefine((run, context) => {
    const errored = run.error !== undefined && run.error !== null && run.error !== false;
    if (errored) return;
    for (const field of ['composite', 'checks'] as const) {
      if (run[field] === undefined)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'expected a value, because the run did not error, found nothing',
        });
    }
  })
  .meta({
    id: 'ComparedRun',
    description: 'The composite and checks of one run. Several runs of one task are repeats.',
  });
export type ComparedRun = z.infer<typeof ComparedRun>;

export const VerdictInput = z
  .strictObject({
    baseline: z.array(ComparedRun),
    candidate: z.array(ComparedRun),
    thresholds: Thresholds.prefault({}),
  })
  .meta({ id: 'VerdictInput', description: 'The runs of two configurations on the same tasks.' });
export type VerdictInput = z.infer<typeof VerdictInput>;

/** New runs of the tasks the first stage suspected. Evaluated at most twice, without the first-stage runs. */
export const ConfirmationRuns = z
  .strictObject({
    looks_taken: z.int().min(0).max(2),
    baseline: z.array(ComparedRun),
    candidate: z.array(ComparedRun),
  })
  .meta({ id: 'ConfirmationRuns', description: 'The second stage: new runs of the suspected tasks only.' });
export type ConfirmationRuns = z.infer<typeof ConfirmationRuns>;

/** Two stages: with `confirmation`, empty at first, part of the error budget is reserved for the second. */
export const StagedVerdictInput = VerdictInput.extend({ confirmation: ConfirmationRuns.optional() }).meta({
  id: 'StagedVerdictInput',
  description: 'The runs of two configurations on the same tasks, and new runs of the suspected tasks.',
});
export type StagedVerdictInput = z.infer<typeof StagedVerdictInput>;

/** The same, with one run per task and side. */
export const SingleRunVerdictInput = VerdictInput.superRefine((input, context) => {
  for (const side of ['baseline', 'candidate'] as const) {
    const seen = new Set<string>();
    input[side].forEach(({ task_id }, index) => {
      if (seen.has(task_id))
        context.addIssue({
          code: 'custom',
          path: [side, index, 'task_id'],
          message: `expected one run per task, found ${task_id} again`,
        });
      seen.add(task_id);
    });
  }
}).meta({ id: 'SingleRunVerdictInput', description: 'The runs of two configurations, one per task and side.' });

export const VerdictWord = z
  .enum(['improved', 'neutral', 'regressed'])
  .meta({ id: 'VerdictWord', description: 'Result of a comparison.' });
export type VerdictWord = z.infer<typeof VerdictWord>;

export const Regression = z
  .object({
    task_id: z.string().nullable(),
    kind: z.enum([
      'task_lost',
      'objective_drop',
      'composite_drop',
      'pooled_objective_drop',
      'effect_drop',
      'missing',
      'errored',
      'non_finite',
    ]),
    status: z.enum(['proven', 'suspected']),
    reason: z.string(),
    p_value: z.number().min(0).max(1).nullable(),
    proof_at: z.number().nullable(),
  })
  .meta({
    id: 'Regression',
    description:
      'Something that got worse. It is proven if the one-sided p-value, Holm-corrected over the tasks, is at most `proof_at`; null if no test was needed.',
  });
export type Regression = z.infer<typeof Regression>;

export const TaskDelta = z
  .object({
    task_id: z.string(),
    composite_delta: z.number().nullable(),
    objective_delta: z.number().nullable(),
    is_regression: z.boolean(),
    baseline_runs: Count,
    candidate_runs: Count,
    interval: Interval.optional(),
    reason: z.string().optional(),
  })
  .meta({
    id: 'TaskDelta',
    description: 'Candidate minus baseline on one task; null with the reason if a side is missing.',
  });
export type TaskDelta = z.infer<typeof TaskDelta>;

/** Results of new runs of the suspected tasks, and how many are needed. */
export const ConfirmationVerdict = z
  .object({
    tasks: z.array(
      z.object({
        task_id: z.string(),
        status: z.enum(['suspected', 'proven', 'cleared']),
        baseline_runs: Count,
        candidate_runs: Count,
        /** One-sided, on the new runs only, Holm-corrected over these tasks; null without runs. */
        p_value: z.number().min(0).max(1).nullable(),
      }),
    ),
    looks_taken: Count,
    /** New runs per task and side at the first look and at the last. */
    runs_needed: Count,
    runs_at_most: Count,
  })
  .meta({ id: 'ConfirmationVerdict', description: 'Whether new runs confirm what the first stage suspected.' });
export type ConfirmationVerdict = z.infer<typeof ConfirmationVerdict>;

export const Verdict = z
  .object({
    verdict: VerdictWord,
    promote: z.boolean(),
    net_gain: z.number(),
    deltas: z.array(TaskDelta),
    regressions: z.array(Regression),
    improvements: z.array(z.object({ task_id: z.string(), composite_delta: z.number() })),
    warnings: z.array(z.string()),
    excluded: z.array(
      z.object({ task_id: z.string(), side: z.enum(['baseline', 'candidate']), runs: Count, reason: z.string() }),
    ),
    interval: Interval.optional(),
    p_value: z.number().min(0).max(1).optional(),
    /** How the runs of the sides that erred differ: then nothing is called improved. Added after the formula. */
    uneven_errors: z.string().optional(),
    underpowered: z.boolean().optional(),
    runs_needed: Count.optional(),
    /** Absent if no task is suspected, so that new runs could not settle anything. */
    confirmation: ConfirmationVerdict.optional(),
    ...provenance,
  })
  .meta({
    id: 'Verdict',
    description: 'Whether the candidate is better, neutral or worse, with the data behind it.',
  });
export type Verdict = z.infer<typeof Verdict>;

/** One side of a comparison: the agents and their configuration. */
export const ComparedSide = z
  .object({
    label: z.string(),
    agents: z.array(z.string()),
    configuration: ConfigurationRef.nullable(),
  })
  .meta({ id: 'ComparedSide', description: 'One side of a comparison: the agents and their configuration.' });
export type ComparedSide = z.infer<typeof ComparedSide>;

const measuredSide = z.object({
  run_ids: z.array(z.string()),
  /** Mean over the runs that count; null without any. */
  composite: z.number().nullable(),
  interval: Interval.nullable(),
  passed: Count,
  checks: Count,
  cost_usd: z.number().min(0).nullable(),
  wall_ms: DurationMs.nullable(),
});

/** Both sides of one task. */
export const ComparedTask = z
  .object({
    task_id: z.string(),
    scenario: z.string(),
    agent: z.string(),
    task_digest: Digest,
    proven: z.boolean(),
    baseline: measuredSide,
    candidate: measuredSide,
  })
  .meta({ id: 'ComparedTask', description: 'Results of both sides on one task: means over the runs that count.' });
export type ComparedTask = z.infer<typeof ComparedTask>;

/** The second stage of a comparison. */
export const SecondStage = z
  .object({
    /** New runs of the suspected tasks; empty if none were made. */
    tasks: z.array(ComparedTask),
    ended: z.enum(['proven', 'cleared', 'undecided', 'budget', 'not_made']),
    reason: z.string(),
    /** Commands that settle what is still open; empty if nothing is. */
    commands: z.array(z.string()),
  })
  .meta({ id: 'SecondStage', description: 'New runs of the suspected tasks, and their result.' });
export type SecondStage = z.infer<typeof SecondStage>;

/** A comparison of two configurations, with all its data. */
export const Comparison = z
  .object({
    comparison_id: ComparisonId,
    created_at: Instant,
    baseline: ComparedSide,
    candidate: ComparedSide,
    /** Differences between the configurations; empty if not compared. */
    differences: z.array(ArtifactChange),
    /** Seed of the run order. Null if the runs existed before. */
    seed: z.string().nullable(),
    /** Looks at the data, taken and planned; null if there was only one. */
    looks: z.object({ taken: Count, planned: Count, settled: z.boolean(), alpha: z.number() }).nullable(),
    tasks: z.array(ComparedTask),
    /** Runs that do not count, each with the reason. */
    left_out: z.array(
      z.object({
        run_id: z.string(),
        side: z.enum(['baseline', 'candidate']),
        task_id: z.string(),
        reason: z.string(),
      }),
    ),
    /** Whether the composites include the judge: not if only one side was judged. */
    judged: z.boolean(),
    input: StagedVerdictInput,
    input_digest: Digest,
    verdict: Verdict,
    spent_usd: z.number().min(0).nullable(),
    /** Runs that would settle it; null if settled or unknown. */
    to_settle: z.object({ runs: Count, cost_usd: z.number().min(0).nullable() }).nullable(),
    /** Result for the suspected tasks; absent if there were none. */
    confirmation: SecondStage.optional(),
  })
  .meta({ id: 'Comparison', description: 'Two configurations, their runs, and the verdict.' });
export type Comparison = z.infer<typeof Comparison>;

export const PromotionInput = z
  .strictObject({
    verdict: z.looseObject({ verdict: VerdictWord, promote: z.boolean(), regressions: z.array(z.unknown()) }),
    scenarios_proven: z.boolean(),
    working_tree_clean: z.boolean(),
    paths_outside_artifacts: z.array(z.string()),
    aa: z.strictObject({ required: z.boolean(), recent: z.boolean() }).optional(),
  })
  .meta({ id: 'PromotionInput', description: 'A verdict, and the other conditions for a pull request.' });
export type PromotionInput = z.infer<typeof PromotionInput>;

export const Promotion = z
  .object({ promote: z.boolean(), blockers: z.array(z.string()), ...provenance })
  .meta({ id: 'Promotion', description: 'Whether to open a pull request, and everything that blocks it.' });
export type Promotion = z.infer<typeof Promotion>;
