import { z } from 'zod';
import { Comparison } from '../comparisons/comparison.ts';
import { InteractionJudgment, Judgment } from '../judging/judgment.ts';
import { AxisResult } from '../scores/axis.ts';
import { Gates } from '../scores/gates.ts';
import { HeuristicJudgment } from '../scores/heuristic.ts';
import { Insight } from '../scores/insight.ts';
import { Scorecard } from '../scores/scorecard.ts';
import { SessionFacts } from '../sessions/session-facts.ts';
import { Interaction, Transcript, TranscriptEnd, TranscriptEntry } from '../transcripts/transcript.ts';
import { Count } from '../values/units.ts';
import { RunResult } from './run-result.ts';

/** A scorecard of a session, which measures less than one of a run. */
export const SessionScorecard = Scorecard.extend({
  /** Whether less than half of its weight was measured; it then has no tier. Absent for executed runs. */
  provisional: z.boolean().optional(),
  /** Axes that were not measured. */
  unknown_axes: z.array(z.string()).optional(),
}).meta({ id: 'SessionScorecard', description: 'The scorecard of a session, and which of its axes are unknown.' });
export type SessionScorecard = z.infer<typeof SessionScorecard>;

/** The facts and scores of a run that can be computed from its transcript alone. */
export const GradedTranscript = z
  .object({
    source: z.string(),
    ...Transcript.pick({
      format: true,
      agent: true,
      agent_version: true,
      model: true,
      session_id: true,
      usage: true,
      cost_usd: true,
      cost_source: true,
      started_at: true,
      wall_ms: true,
      counts: true,
      missing: true,
      estimated_output_tokens: true,
      warnings: true,
    }).shape,
    ...SessionFacts.shape,
    /** The folder it worked in; null if unknown. */
    project: z.string().nullable(),
    /** The end as the transcript states it. */
    ending: TranscriptEnd,
    scorecard: SessionScorecard.nullable(),
    scorecard_reason: z.string().nullable(),
    axis: AxisResult,
    /** Why dimensions of the AXIS result are low. */
    insights: z.array(Insight).optional(),
    gates: Gates,
    interactions: z.object({ total: Count, by_category: z.record(z.string(), Count), errors: Count }),
    judge: z.string(),
    /** Number of judged interactions. */
    interactions_judged: InteractionJudgment.omit({ signals: true, necessity: true }).nullable().default(null),
    /** Null if only the built-in rules judged. */
    judgment: Judgment.nullable().default(null),
    redactions: Count,
  })
  .meta({ id: 'GradedTranscript', description: 'The facts and scores of a run read from its transcript.' });
export type GradedTranscript = z.infer<typeof GradedTranscript>;

/** The data of one run in the report. */
export const ReportedRun = z
  .object({
    grade: GradedTranscript,
    interactions: z.array(Interaction),
    entries: z.array(TranscriptEntry),
    judgment: HeuristicJudgment,
    /** Only for a run that Assay executed. */
    run: RunResult.optional(),
    /** The change as a patch, truncated if long. */
    diff: z.string().optional(),
  })
  .meta({ id: 'ReportedRun', description: 'A graded run with its transcript, for the report.' });
export type ReportedRun = z.infer<typeof ReportedRun>;

/** The data inside a single-file report. */
export const ReportData = z
  .object({
    assay_version: z.string(),
    runs: z.array(ReportedRun),
    /** Set for a comparison; `runs` then has the runs of both sides. */
    comparison: Comparison.optional(),
  })
  .meta({ id: 'ReportData', description: 'The data of a single-file report.' });
export type ReportData = z.infer<typeof ReportData>;
