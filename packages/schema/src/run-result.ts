import { z } from 'zod';
import { Grade } from './grade.ts';
import { Run } from './run.ts';

/** A run with its grade, as `assay run` tells it. */
export const RunResult = z
  .object({
    ...Run.pick({
      run_id: true,
      scenario: true,
      agent_type: true,
      agent_version: true,
      model: true,
      sandbox: true,
      isolated: true,
      repeat: true,
      label: true,
      tries: true,
      failure: true,
      end: true,
      stages: true,
      turns: true,
      usage: true,
      cost_source: true,
      wall_ms: true,
      resources: true,
    }).shape,
    ...Grade.pick({
      result: true,
      result_reason: true,
      review: true,
      outcome: true,
      integrity: true,
      results: true,
      overall: true,
      mean_score: true,
      scorecard: true,
      scorecard_reason: true,
      axis: true,
      insights: true,
      composite: true,
      gates: true,
      judgment: true,
      interactions_judged: true,
      not_scored: true,
    }).shape,
    agent: z.string(),
    cost_usd: z.number().min(0).nullable(),
    changed_paths: z.array(z.string()),
    folder: z.string(),
    proven: z.boolean(),
    unproven_reason: z.string().nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'RunResult', description: 'A run with its grade: what happened, what it scored, and where it is kept.' });
export type RunResult = z.infer<typeof RunResult>;
