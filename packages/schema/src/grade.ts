import { z } from 'zod';
import { AxisResult } from './axis.ts';
import { Composite } from './composite.ts';
import { Finding } from './finding.ts';
import { Gates, ScorerVerdict } from './gates.ts';
import { RunId } from './ids.ts';
import { InteractionJudgment, Judgment } from './judgment.ts';
import { ProblemCode } from './problem.ts';
import { RunFailure } from './run.ts';
import { Scorecard } from './scorecard.ts';
import { Count, Digest, DurationMs, Instant, Ratio } from './units.ts';

export const ScorerType = z
  .enum([
    'command',
    'allowed_paths',
    'forbid_paths',
    'max_files_changed',
    'forbid_secrets',
    'file_exists',
    'tests_unmodified',
    'baseline_unmodified',
    'no_new_skips',
    'assertions_not_weakened',
    'llm_judge',
    'runner_config_unmodified',
    'test_count_floor',
    'fail_to_pass',
    'pass_to_pass',
    'no_new_suppressions',
    'coverage_not_decreased',
    'special_cased_tests',
    'early_exits',
    'answer_lookups',
    'budget',
    'claims_verified',
  ])
  .meta({ id: 'ScorerType', description: 'The kinds of scorer in the catalog.' });
export type ScorerType = z.infer<typeof ScorerType>;

const common = {
  name: z.string(),
  type: ScorerType,
  required: z.boolean(),
  reason: z.string(),
  findings: z.array(Finding),
  /** How many more there were than are listed. */
  findings_omitted: Count,
  /** Findings that are not held against the change, each with the reason somebody gave beforehand. */
  findings_allowed: z.array(Finding.extend({ reason: z.string() })).optional(),
  /** How long gathering took for it alone. */
  duration_ms: DurationMs,
};

/** What one scorer says of one run. PASS is exactly a score of 1; N/A and ERROR have no score, and say why. */
export const ScorerResult = z
  .discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('PASS'), score: z.literal(1), ...common }),
    z.object({ verdict: z.literal('FAIL'), score: z.number().min(0).lt(1), ...common }),
    z.object({ verdict: z.literal('N/A'), score: z.null(), ...common }),
    z.object({ verdict: z.literal('ERROR'), score: z.null(), code: ProblemCode, ...common }),
  ])
  .meta({ id: 'ScorerResult', description: 'The verdict of one scorer on one run.' });
export type ScorerResult = z.infer<typeof ScorerResult>;

/** Everything that was concluded about one run. */
export const Grade = z
  .object({
    run_id: RunId,
    graded_at: Instant,
    label: z.string().nullable(),
    /** Of the scorers as they were configured; null in grades that do not say. */
    scorers_digest: Digest.nullable().default(null),
    results: z.array(ScorerResult),
    /** Scorers whose evidence was gathered after the run, from its trees. */
    restored: z.array(z.string()).default([]),
    /** Over the required scorers. */
    overall: ScorerVerdict,
    /** Over results that are PASS or FAIL, to six decimals; null without any. */
    mean_score: Ratio.nullable(),
    mean_required: Ratio.nullable(),
    /** How many results are in the mean, of how many there are. */
    scored: Count,
    of: Count,
    /** Whether a scorer failed, so that the grade says less than it could. */
    needs_regrade: z.boolean(),
    /** Null when no judge was asked; rules give no verdict. */
    judgment: Judgment.nullable().default(null),
    /** Who judged the interactions, and how many of them; null when nobody did. */
    interactions_judged: InteractionJudgment.omit({ signals: true, necessity: true }).nullable().default(null),
    /** Why the run could not be graded: there is nothing but its evidence until it is graded again. */
    grading_failure: RunFailure.optional(),
    /** Why a run has no scores at all: it failed for a reason that is not the agent's. */
    not_scored: z.object({ reason: z.string() }).nullable(),
    scorecard: Scorecard.nullable(),
    axis: AxisResult.nullable(),
    composite: Composite.nullable(),
    composite_reason: z.string().nullable(),
    gates: Gates,
  })
  .meta({ id: 'Grade', description: 'Results, judgments, scores and gates of one run.' });
export type Grade = z.infer<typeof Grade>;
