import { z } from 'zod';
import { AgentId } from '../values/ids.ts';
import { Count, Instant } from '../values/units.ts';
import { EvaluationSource } from './evaluation.ts';
import { CalibrationProgress, Lifecycle, REPUTATION_WINDOW, Reputation, ShownReputation } from './reputation.ts';

export const SourceCounts = z
  .partialRecord(EvaluationSource, Count)
  .meta({ id: 'SourceCounts', description: 'Evaluations of the window by source.' });
export type SourceCounts = z.infer<typeof SourceCounts>;

const shared = {
  agent_id: AgentId,
  public: z.boolean(),
  /** Whether there was no evaluation for 30 days. */
  stale: z.boolean(),
};

/** Reputation as the owner of an agent sees it. */
export const ReputationReading = z
  .object({
    ...shared,
    ...ShownReputation.shape,
    seq: Count,
    sources: SourceCounts,
    last_evaluated_at: Instant.nullable(),
  })
  .meta({
    id: 'ReputationReading',
    description: 'Reputation of an agent, as its owner sees it: no score below 50 evaluations.',
  });
export type ReputationReading = z.infer<typeof ReputationReading>;

/** Reputation of a public agent as everyone sees it. */
export const PublicReputation = z
  .discriminatedUnion('lifecycle', [
    z.object({
      agent_id: AgentId,
      score: z.null(),
      calibration: CalibrationProgress,
      lifecycle: Lifecycle.extract(['new', 'calibrating']),
    }),
    z.object({
      ...shared,
      score: Reputation.shape.score,
      lifecycle: Lifecycle.extract(['active', 'mature']),
      eval_count: Count,
      window_size: z.literal(REPUTATION_WINDOW),
      streak: Count,
      pass_rate: Reputation.shape.pass_rate,
      avg_latency_ms: Reputation.shape.avg_latency_ms,
      interval: Reputation.shape.interval,
      sources: SourceCounts,
      formula: z.string(),
      formula_version: z.string(),
    }),
  ])
  .meta({
    id: 'PublicReputation',
    description: 'Reputation of an agent, as everyone sees it: no score below 50 evaluations.',
  });
export type PublicReputation = z.infer<typeof PublicReputation>;

/** The score of an agent after one evaluation. */
export const ScorePoint = z.object({ seq: Count, score: ShownReputation.shape.score, accepted_at: Instant }).meta({
  id: 'ScorePoint',
  description: 'The score of an agent right after one of its evaluations; null before the 50th counted one.',
});
export type ScorePoint = z.infer<typeof ScorePoint>;

/** An agent in the ranking; no rank until it has enough evaluations. */
export const AgentStanding = z
  .object({
    agent_id: AgentId,
    rank: z.int().min(1).nullable(),
    score: ShownReputation.shape.score,
    calibration: ShownReputation.shape.calibration,
    lifecycle: Lifecycle,
    eval_count: Count,
    streak: Count,
    pass_rate: Reputation.shape.pass_rate,
    avg_latency_ms: Reputation.shape.avg_latency_ms,
    interval: ShownReputation.shape.interval,
    sources: SourceCounts,
    public: z.boolean(),
    stale: z.boolean(),
    created_at: Instant,
    last_evaluated_at: Instant.nullable(),
  })
  .meta({
    id: 'AgentStanding',
    description: 'An agent in the ranking, with its reputation: no score below 50 evaluations.',
  });
export type AgentStanding = z.infer<typeof AgentStanding>;
