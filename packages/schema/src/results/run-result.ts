import { z } from 'zod';
import { Run } from '../runs/run.ts';
import { Digest } from '../values/units.ts';
import { ChangeRecord } from './change-record.ts';
import { Grade } from './grade.ts';

/** A run with its grade, as `assay run` reports it. */
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
      steps: true,
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
      judge_gates: true,
      interactions_judged: true,
      not_scored: true,
    }).shape,
    agent: z.string(),
    cost_usd: z.number().min(0).nullable(),
    changed_paths: z.array(z.string()),
    /** Id of the change: runs of one task with the same digest left the same files. */
    diff_digest: Digest.nullable().optional(),
    /** What running the tests of both sides showed; absent if nothing was run for it. */
    change_record: ChangeRecord.optional(),
    folder: z.string(),
    proven: z.boolean(),
    unproven_reason: z.string().nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'RunResult', description: 'A run with its grade, scores and folder.' });
export type RunResult = z.infer<typeof RunResult>;
