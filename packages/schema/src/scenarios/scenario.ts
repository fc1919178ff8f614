import { z } from 'zod';
import { LatencyScope } from '../scores/scorecard.ts';
import { AllowedTestChanges } from './allowed-test-change.ts';
import { Environment, OracleScript } from './environment.ts';
import { IntegrityMode } from './integrity-mode.ts';
import { ScorerSpec } from './scorer-config.ts';

/** Where the files of a workspace come from. */
export const WorkspaceSeed = z
  .union([
    z.strictObject({ copy: z.string().min(1) }),
    z.strictObject({ git: z.string().min(1), ref: z.string().min(1) }),
    z.strictObject({ archive: z.string().min(1) }),
    z.literal('empty'),
    z.literal('image'),
  ])
  .meta({
    id: 'WorkspaceSeed',
    description:
      'A folder to copy, a git repository at a ref, an archive, empty, or what the image of the environment has there.',
  });
export type WorkspaceSeed = z.infer<typeof WorkspaceSeed>;

export const StageSpec = z
  .strictObject({
    name: z.string().min(1),
    command: z.string().min(1),
    max_attempts: z.int().min(1).max(100).default(1),
    timeout_s: z.number().min(1).max(3600).optional().meta({ description: 'Timeout of each attempt. Default: 900.' }),
  })
  .meta({
    id: 'StageSpec',
    description: 'A command that must pass. Its failure output goes back to the agent for another attempt.',
  });
export type StageSpec = z.infer<typeof StageSpec>;

export const RubricCheck = z
  .strictObject({ check: z.string().min(1), weight: z.number().min(0).max(1).optional() })
  .meta({
    id: 'RubricCheck',
    description: 'A check for the judge to grade. Checks without a weight share the rest up to 1.',
  });
export type RubricCheck = z.infer<typeof RubricCheck>;

export const Limits = z
  .strictObject({
    wall_s: z.number().positive().default(900),
    memory_mb: z.int().positive().default(2048),
    cpus: z.number().positive().default(1),
    pids: z.int().positive().default(256),
    disk_mb: z.int().positive().default(4096),
    turns: z.int().positive().nullable().default(null),
    tokens: z.int().positive().nullable().default(null),
    cost_usd: z.number().positive().nullable().default(null),
    network: z.union([z.literal('none'), z.array(z.string().min(1))]).default('none'),
  })
  .meta({ id: 'Limits', description: 'What a run may use. Reaching a limit ends the run with a failure class.' });
export type Limits = z.infer<typeof Limits>;

export const McpServer = z
  .union([
    z.strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
    }),
    z.strictObject({ url: z.string().min(1), headers: z.record(z.string(), z.string()).default({}) }),
  ])
  .meta({ id: 'McpServer', description: 'An MCP server the agent may use: a program or a URL.' });
export type McpServer = z.infer<typeof McpServer>;

const JudgeMode = z.enum(['gate', 'review']).meta({
  id: 'JudgeMode',
  description:
    'gate: a run that the judge fails is failed. review: the verdict is shown and sets the disagreement, but never changes the result. Default: review, or gate for a scenario without required scorers and stages.',
});

/** An editable task description; a task is its frozen form. */
export const Scenario = z
  .strictObject({
    name: z.string().min(1).max(200),
    user_instruction: z.string().min(1),
    workspace_seed: WorkspaceSeed,
    history: z.enum(['fresh', 'keep']).default('fresh'),
    environment: Environment.optional(),
    dependencies: z.string().min(1).optional().meta({
      description: 'A file with the recipe of an installed environment, which is linked into the workspace.',
    }),
    setup: z.string().min(1).optional(),
    teardown: z.string().min(1).optional(),
    mcp_servers: z.record(z.string(), McpServer).default({}),
    skills: z.array(z.string().min(1)).default([]),
    artifacts: z.array(z.string().min(1)).default([]),
    hidden: z
      .strictObject({
        files: z.string().min(1).meta({ description: 'A folder whose files replace those of the workspace.' }),
      })
      .optional()
      .meta({ description: 'Files that only grading sees: they are put in place after the agent has ended.' }),
    /** Globs of workspace files to save with the run after the agent ends. */
    capture: z.array(z.string().min(1)).default([]),
    stages: z.array(StageSpec).default([]),
    scorers: z.array(ScorerSpec).default([]),
    rubric: z.array(RubricCheck).default([]),
    expected_outcome: z.enum(['completion', 'refusal']).default('completion'),
    turns: z.array(z.string().min(1)).default([]),
    tracked_constraints: z.array(z.string().min(1)).default([]),
    limits: Limits.prefault({}),
    /** Whether a certain integrity finding makes a run tampered (`gate`) or is only shown for review (default). */
    integrity: IntegrityMode.optional(),
    /** Whether the verdict of a judge decides the result. */
    judge: JudgeMode.optional(),
    runner_config: z.enum(['baseline', 'change']).optional().meta({
      description:
        "Whose configuration of the test runner a clean checkout has: the baseline's (default), or that of the change.",
    }),
    /** Test changes that are fine for this task. Their findings are shown with the reason and do not count. */
    allowed_test_changes: AllowedTestChanges.optional(),
    /** Which runs form the latency baseline: those of the workspace (default) or of this scenario. */
    latency_baseline: LatencyScope.optional(),
    oracle: z
      .union([z.string().min(1), OracleScript])
      .optional()
      .meta({ description: 'The known solution: a patch, a folder of files, or a command with its files.' }),
  })
  .meta({ id: 'Scenario', description: 'Instruction, workspace seed, stages, scorers, rubric and limits.' });
export type Scenario = z.infer<typeof Scenario>;

/** The path of a scenario's solution; undefined without one. */
export const oraclePath = ({ oracle }: Pick<Scenario, 'oracle'>): string | undefined =>
  typeof oracle === 'object' ? oracle.folder : oracle;
