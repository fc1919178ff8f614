import { z } from 'zod';
import { AgentId } from '../values/ids.ts';
import { provenance } from '../values/score.ts';
import { Count, DurationMs, Ratio } from '../values/units.ts';

/** One run of one agent in a competition. Several runs of one agent are repeats. */
export const Contender = z
  .strictObject({
    agent_id: AgentId,
    run_id: z.string().min(1),
    required_scorers_pass: z.boolean(),
    scorecard: z.number().min(0).max(100).nullable(),
    composite: Ratio.nullable(),
    wall_ms: DurationMs.nullable(),
    /** Id of the change: two runs with the same value made the same change. Absent if unknown. */
    change: z.string().min(1).nullable().optional(),
  })
  .meta({ id: 'Contender', description: 'Result of one run of an agent on the task of the competition.' });
export type Contender = z.infer<typeof Contender>;

export const CompetitionInput = z
  .strictObject({ runs: z.array(Contender) })
  .superRefine(({ runs }, context) => {
    const seen = new Set<string>();
    runs.forEach(({ run_id }, index) => {
      if (seen.has(run_id))
        context.addIssue({
          code: 'custom',
          path: ['runs', index, 'run_id'],
          message: `expected each run once, found ${run_id} again`,
        });
      seen.add(run_id);
    });
  })
  .meta({ id: 'CompetitionInput', description: 'The runs of several agents on one task.' });
export type CompetitionInput = z.infer<typeof CompetitionInput>;

export const Ranked = z
  .object({
    agent_id: AgentId,
    runs: Count,
    eligible_runs: Count,
    scorecard: z.number().nullable(),
    composite: Ratio.nullable(),
    wall_ms: DurationMs.nullable(),
    best_run_id: z.string().nullable(),
    reason: z.string().optional(),
  })
  .meta({ id: 'Ranked', description: 'An agent in the ranking: means over its eligible runs, and its best one.' });
export type Ranked = z.infer<typeof Ranked>;

export const Competition = z
  .object({
    status: z.enum(['winner', 'tie', 'no_winner']),
    winner: AgentId.nullable(),
    winning_run_id: z.string().nullable(),
    tied: z.array(AgentId),
    ranking: z.array(Ranked),
    lead: z.number().nullable(),
    noise: z.number().nullable(),
    reason: z.string(),
    ...provenance,
  })
  .meta({ id: 'Competition', description: 'The winner, the tied agents, or why nobody won.' });
export type Competition = z.infer<typeof Competition>;
