import { z } from 'zod';
import { ScorerType } from './grade.ts';

/** Where the files of a workspace come from. */
export const WorkspaceSeed = z
  .union([
    z.strictObject({ copy: z.string().min(1) }),
    z.strictObject({ git: z.string().min(1), ref: z.string().min(1) }),
    z.strictObject({ archive: z.string().min(1) }),
    z.literal('empty'),
  ])
  .meta({ id: 'WorkspaceSeed', description: 'A folder to copy, a git repository at a ref, an archive, or nothing.' });
export type WorkspaceSeed = z.infer<typeof WorkspaceSeed>;

export const StageSpec = z
  .strictObject({
    name: z.string().min(1),
    command: z.string().min(1),
    max_attempts: z.int().min(1).max(100).default(1),
  })
  .meta({ id: 'StageSpec', description: 'A gate with a repair loop: its failure output goes back to the agent.' });
export type StageSpec = z.infer<typeof StageSpec>;

/** A scorer as configured; the fields of its type are checked by the scorer itself. */
export const ScorerSpec = z
  .looseObject({ name: z.string().min(1), type: ScorerType, required: z.boolean().optional() })
  .meta({ id: 'ScorerSpec', description: 'A scorer by name and type, with the fields of its type.' });
export type ScorerSpec = z.infer<typeof ScorerSpec>;

export const RubricCheck = z
  .strictObject({ check: z.string().min(1), weight: z.number().min(0).max(1).optional() })
  .meta({
    id: 'RubricCheck',
    description: 'Something a judge grades; checks without a weight share what the others leave of 1.',
  });
export type RubricCheck = z.infer<typeof RubricCheck>;

export const Limits = z
  .strictObject({
    wall_s: z.number().positive().default(900),
    memory_mb: z.int().positive().default(2048),
    cpus: z.number().positive().default(1),
    pids: z.int().positive().default(256),
    tokens: z.int().positive().nullable().default(null),
    cost_usd: z.number().positive().nullable().default(null),
    network: z.union([z.literal('none'), z.array(z.string().min(1))]).default('none'),
  })
  .meta({ id: 'Limits', description: 'What a run may use; reaching a limit is an outcome, not a crash.' });
export type Limits = z.infer<typeof Limits>;

/** What may be asked of an agent. May be edited; a task is its frozen form. */
export const Scenario = z
  .strictObject({
    name: z.string().min(1).max(200),
    user_instruction: z.string().min(1),
    workspace_seed: WorkspaceSeed,
    history: z.enum(['fresh', 'keep']).default('fresh'),
    setup: z.string().min(1).optional(),
    stages: z.array(StageSpec).default([]),
    scorers: z.array(ScorerSpec).default([]),
    rubric: z.array(RubricCheck).default([]),
    expected_outcome: z.enum(['completion', 'refusal']).default('completion'),
    turns: z.array(z.string().min(1)).default([]),
    tracked_constraints: z.array(z.string().min(1)).default([]),
    limits: Limits.prefault({}),
    oracle: z.string().min(1).optional(),
  })
  .meta({ id: 'Scenario', description: 'Instruction, workspace seed, stages, scorers, rubric and limits.' });
export type Scenario = z.infer<typeof Scenario>;
