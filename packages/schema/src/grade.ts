import { z } from 'zod';
import { AxisResult } from './axis.ts';
import { Composite } from './composite.ts';
import { Finding } from './finding.ts';
import { Gates, ScorerVerdict } from './gates.ts';
import { InteractionNotes } from './heuristic.ts';
import { RunId } from './ids.ts';
import { Insight } from './insight.ts';
import { InteractionJudgment, Judgment } from './judgment.ts';
import { ProblemCode } from './problem.ts';
import { Integrity, Result, ResultReason, ScorerFamily } from './result.ts';
import { Outcome, RunFailure } from './run.ts';
import { Scorecard } from './scorecard.ts';
import { ScorerType } from './scorer-config.ts';
import { Count, Digest, DurationMs, Instant, Ratio } from './units.ts';

const common = {
  name: z.string(),
  type: ScorerType,
  /** What it is about; absent in results that do not say. */
  family: ScorerFamily.optional(),
  required: z.boolean(),
  /** What it was configured with besides its name; absent in older results. */
  config: z.record(z.string(), z.unknown()).optional(),
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
    /** The first word about the run; what follows explains it. */
    result: Result,
    result_reason: ResultReason,
    /** Integrity findings that a person should look at. */
    review: Count,
    /** The version of the formula that decided. */
    result_version: z.string(),
    /** What the scorecard was computed with: COMPLETED only if all stages and required checks passed. */
    outcome: Outcome,
    integrity: Integrity,
    /** Why the run could not be graded; its evidence is kept, and it can be graded again. */
    grading_failure: RunFailure.nullable().default(null),
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
    /** What the rules of the offline judge noted, whoever judged; absent in grades from before they were stored. */
    interaction_notes: InteractionNotes.optional(),
    /** Why a run has no scores at all: it failed for a reason that is not the agent's. */
    not_scored: z.object({ reason: z.string() }).nullable(),
    scorecard: Scorecard.nullable(),
    /** Why there is no scorecard though the run is scored; null when there is one. */
    scorecard_reason: z.string().nullable().default(null),
    axis: AxisResult.nullable(),
    /** Why dimensions of the AXIS result are low; absent in grades from before there were any. */
    insights: z.array(Insight).optional(),
    composite: Composite.nullable(),
    composite_reason: z.string().nullable(),
    gates: Gates,
  })
  .meta({ id: 'Grade', description: 'Results, judgments, scores and gates of one run.' });
export type Grade = z.infer<typeof Grade>;

const DECIDED = {
  result: true,
  result_reason: true,
  review: true,
  result_version: true,
  outcome: true,
  integrity: true,
} as const;

/** A grade as it was written, maybe before grades had a result; `completeGrade` of scoring makes a grade of it. */
export const StoredGrade = Grade.partial(DECIDED).meta({
  id: 'StoredGrade',
  description: 'A grade as it was written, maybe by a version that had no result.',
});
export type StoredGrade = z.infer<typeof StoredGrade>;
