import { z } from 'zod';
import { JudgeSpec } from '../judging/judge-spec.ts';
import { Limits, McpServer } from '../scenarios/scenario.ts';
import { AxisWeights } from '../scores/axis.ts';
import { ModelPrices } from '../transcripts/model-prices.ts';
import { AgentId } from '../values/ids.ts';

/** An agent as configured: its type and options. */
export const AgentSpec = z
  .strictObject({
    id: AgentId,
    type: z.string().min(1),
    model: z.string().min(1).optional(),
    flags: z.array(z.string()).default([]),
    /** For `command` and `acp`: the program to run. */
    command: z.string().min(1).optional(),
    /** For `command`: how the instruction is passed. */
    prompt: z.enum(['stdin', 'argument', 'file']).optional(),
    /** For `acp`: a built-in launch command, by name. */
    agent: z.string().min(1).optional(),
    /** For `replay`: the folder of a run. */
    run: z.string().min(1).optional(),
    /** For `cheat`: which cheat of the catalog. */
    cheat: z.string().min(1).optional(),
    /** For `oracle`: another honest way to apply the solution. */
    manner: z.string().min(1).optional(),
    /** Environment variables to pass through to the agent. */
    env: z.array(z.string().min(1)).default([]),
    mcp_servers: z.record(z.string(), McpServer).default({}),
    skills: z.array(z.string().min(1)).default([]),
  })
  .meta({ id: 'AgentSpec', description: 'An agent by type, with its model, flags, tools and skills.' });
export type AgentSpec = z.infer<typeof AgentSpec>;

export const SandboxChoice = z
  .strictObject({
    use: z.enum(['bwrap', 'docker', 'local']).optional(),
    image: z.string().min(1).optional(),
    readable: z.array(z.string().min(1)).default([]),
  })
  .meta({
    id: 'SandboxChoice',
    description: 'Where agents run: bwrap, docker with an image, or local, which does not isolate.',
  });
export type SandboxChoice = z.infer<typeof SandboxChoice>;

/** `assay.config.*`. */
export const Config = z
  .strictObject({
    scenarios: z.union([z.string().min(1), z.array(z.string().min(1))]).default('./scenarios'),
    agents: z.array(z.union([z.string().min(1), AgentSpec])).default([]),
    /** Default: the built-in rules, which are free. An API key in the environment is not consent to spend money. */
    judge: JudgeSpec.optional(),
    /** Files with scorers of your own. */
    scorers: z.array(z.string().min(1)).max(100).default([]),
    formulas: z.record(z.string(), z.string()).default({}),
    weights: AxisWeights.optional(),
    /** Model prices that override the built-in ones. */
    prices: ModelPrices.default([]),
    sandbox: SandboxChoice.prefault({}),
    limits: Limits.partial().optional(),
    concurrency: z.int().min(1).max(256).optional(),
    /** For all runs of one invocation. */
    budget_usd: z.number().positive().optional(),
    budget_tokens: z.int().positive().optional(),
    budget_wall_s: z.number().positive().optional(),
  })
  .meta({ id: 'Config', description: 'The scenarios, agents, judge, sandbox and limits of a project.' });
export type Config = z.infer<typeof Config>;
