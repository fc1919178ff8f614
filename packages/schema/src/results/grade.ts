import { z } from 'zod';
import { ProblemCode } from '../errors/problem.ts';
import { InteractionJudgment, Judgment } from '../judging/judgment.ts';
import { Outcome, RunFailure } from '../runs/run.ts';
import { AnyScorerType } from '../scenarios/scorer-config.ts';
import { AxisResult } from '../scores/axis.ts';
import { Composite } from '../scores/composite.ts';
import { Gates, ScorerVerdict } from '../scores/gates.ts';
import { InteractionNotes } from '../scores/heuristic.ts';
import { Insight } from '../scores/insight.ts';
import { Scorecard } from '../scores/scorecard.ts';
import { Finding } from '../values/finding.ts';
import { RunId } from '../values/ids.ts';
import { Count, Digest, DurationMs, Instant, Ratio } from '../values/units.ts';
import { Integrity, Result, ResultReason, ScorerFamily } from './result.ts';

const common = {
  name: z.string(),
  type: AnyScorerType,
  /** What it checks; absent in older results. */
  family: ScorerFamily.optional(),
  required: z.boolean(),
  /** What it was configured with besides its name; absent in older results. */
  config: z.record(z.string(), z.unknown()).optional(),
  reason: z.string(),
  findings: z.array(Finding),
  /** Number of findings not listed. */
  findings_omitted: Count,
  /** Findings that do not count against the change, each with the reason it was allowed. */
  findings_allowed: z.array(Finding.extend({ reason: z.string() })).optional(),
  /** Time spent gathering evidence for this scorer. */
  duration_ms: DurationMs,
};

/** Result of one scorer on one run. PASS means a score of exactly 1. N/A and ERROR have a reason instead of a score. */
export const ScorerResult = z
  .discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('PASS'), score: z.literal(1), ...common }),
    z.object({ verdict: z.literal('FAIL'), score: z.number().min(0).lt(1), ...common }),
    z.object({ verdict: z.literal('N/A'), score: z.null(), ...common }),
    z.object({ verdict: z.literal('ERROR'), score: z.null(), code: ProblemCode, ...common }),
  ])
  .meta({ id: 'ScorerResult', description: 'The verdict of one scorer on one run.' });
export type ScorerResult = z.infer<typeof ScorerResult>;

/** All results and scores of one run. */
export const Grade = z
  .object({
    run_id: RunId,
    graded_at: Instant,
    label: z.string().nullable(),
    /** The overall result; the other fields explain it. */
    result: Result,
    result_reason: ResultReason,
    /** Number of integrity findings a person should review. */
    review: Count,
    /** Version of the formula that decided the result. */
    result_version: z.string(),
    /** Input of the scorecard. COMPLETED only if all stages and required checks passed. */
    outcome: Outcome,
    integrity: Integrity,
    /** Why the run could not be graded. Its evidence is stored, so it can be graded again. */
    grading_failure: RunFailure.nullable().default(null),
    /** Digest of the configured scorers; null in older grades. */
    scorers_digest: Digest.nullable().default(null),
    results: z.array(ScorerResult),
    /** Scorers whose evidence was gathered after the run from its saved trees. */
    restored: z.array(z.string()).default([]),
    /** Over the required scorers. */
    overall: ScorerVerdict,
    /** Mean over PASS and FAIL results, to six decimals; null if there are none. */
    mean_score: Ratio.nullable(),
    mean_required: Ratio.nullable(),
    /** Results in the mean, of all results. */
    scored: Count,
    of: Count,
    /** Whether a scorer errored, so that a new grade could say more. */
    needs_regrade: z.boolean(),
    /** Null if no judge was asked; the built-in rules give no verdict. */
    judgment: Judgment.nullable().default(null),
    /** Whether the scenario gates on the judge; absent without a judgment and in older grades. */
    judge_gates: z.boolean().optional(),
    /** Who judged the interactions, and how many; null if not judged. */
    interactions_judged: InteractionJudgment.omit({ signals: true, necessity: true }).nullable().default(null),
    /** Notes of the offline judge's rules, whoever judged; absent in older grades. */
    interaction_notes: InteractionNotes.optional(),
    /** Set if a run has no scores: it failed for a reason outside the agent. */
    not_scored: z.object({ reason: z.string() }).nullable(),
    scorecard: Scorecard.nullable(),
    /** Why a scored run has no scorecard; null if it has one. */
    scorecard_reason: z.string().nullable().default(null),
    axis: AxisResult.nullable(),
    /** Why dimensions of the AXIS result are low; absent in older grades. */
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

/** A grade as stored, possibly before grades had a result. `completeGrade` in scoring fills in the rest. */
export const StoredGrade = Grade.partial(DECIDED).meta({
  id: 'StoredGrade',
  description: 'A grade as stored, possibly by a version without results.',
});
export type StoredGrade = z.infer<typeof StoredGrade>;
