import { z } from 'zod';
import { AxisResult } from './axis.ts';
import { Comparison } from './comparison.ts';
import { Gates } from './gates.ts';
import { HeuristicJudgment } from './heuristic.ts';
import { Insight } from './insight.ts';
import { InteractionJudgment, Judgment } from './judgment.ts';
import { RunResult } from './run-result.ts';
import { Scorecard } from './scorecard.ts';
import { Interaction, Transcript, TranscriptEntry } from './transcript.ts';
import { Count } from './units.ts';

/** What can be said of a run from its transcript alone. */
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
      end: true,
      counts: true,
      warnings: true,
    }).shape,
    scorecard: Scorecard.nullable(),
    scorecard_reason: z.string().nullable(),
    axis: AxisResult,
    /** Why dimensions of the AXIS result are low. */
    insights: z.array(Insight).optional(),
    gates: Gates,
    interactions: z.object({ total: Count, by_category: z.record(z.string(), Count), errors: Count }),
    judge: z.string(),
    /** How many of the interactions were judged. */
    interactions_judged: InteractionJudgment.omit({ signals: true, necessity: true }).nullable().default(null),
    /** Null when only rules judged. */
    judgment: Judgment.nullable().default(null),
    redactions: Count,
  })
  .meta({ id: 'GradedTranscript', description: 'The scores of a run that was read from its transcript.' });
export type GradedTranscript = z.infer<typeof GradedTranscript>;

/** All that the report shows of one run. */
export const ReportedRun = z
  .object({
    grade: GradedTranscript,
    interactions: z.array(Interaction),
    entries: z.array(TranscriptEntry),
    judgment: HeuristicJudgment,
    /** Only of a run that Assay made itself. */
    run: RunResult.optional(),
    /** What it changed, as a patch; long ones are cut. */
    diff: z.string().optional(),
  })
  .meta({ id: 'ReportedRun', description: 'A graded run with what its report lets one look into.' });
export type ReportedRun = z.infer<typeof ReportedRun>;

/** The data inside a single-file report. */
export const ReportData = z
  .object({
    assay_version: z.string(),
    runs: z.array(ReportedRun),
    /** Where two sides were compared; the runs are then those of both. */
    comparison: Comparison.optional(),
  })
  .meta({ id: 'ReportData', description: 'What a single-file report carries.' });
export type ReportData = z.infer<typeof ReportData>;
