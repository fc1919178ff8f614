import { z } from 'zod';
import { AxisWeights } from './axis.ts';
import { AgentId } from './ids.ts';
import { JudgeSpec } from './judge-spec.ts';
import { ModelPrices } from './model-prices.ts';
import { Limits, McpServer } from './scenario.ts';

/** An agent as configured: a type, and what is asked of it. */
export const AgentSpec = z
  .strictObject({
    id: AgentId,
    type: z.string().min(1),
    model: z.string().min(1).optional(),
    flags: z.array(z.string()).default([]),
    /** For `command` and `acp`: the program to run. */
    command: z.string().min(1).optional(),
    /** For `command`: how the instruction is given. */
    prompt: z.enum(['stdin', 'argument', 'file']).optional(),
    /** For `acp`: which launch line of the table. */
    agent: z.string().min(1).optional(),
    /** For `replay`: the folder of a run. For `cheat`: which of the catalog. */
    run: z.string().min(1).optional(),
    cheat: z.string().min(1).optional(),
    /** Variables of the operator that are handed on. */
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
    description: 'Where agents run: bwrap, docker with an image, or local, which isolates nothing.',
  });
export type SandboxChoice = z.infer<typeof SandboxChoice>;

/** `assay.config.*`. */
export const Config = z
  .strictObject({
    scenarios: z.union([z.string().min(1), z.array(z.string().min(1))]).default('./scenarios'),
    agents: z.array(z.union([z.string().min(1), AgentSpec])).default([]),
    /** Without one, rules, which are free: a key in the environment is not consent to spend money. */
    judge: JudgeSpec.optional(),
    formulas: z.record(z.string(), z.string()).default({}),
    weights: AxisWeights.optional(),
    /** Of models, before those that Assay brings along. */
    prices: ModelPrices.default([]),
    sandbox: SandboxChoice.prefault({}),
    limits: Limits.partial().optional(),
    concurrency: z.int().min(1).max(256).optional(),
    /** For everything one invocation runs. */
    budget_usd: z.number().positive().optional(),
    budget_tokens: z.int().positive().optional(),
    budget_wall_s: z.number().positive().optional(),
  })
  .meta({ id: 'Config', description: 'What to run, with which agents, judged how.' });
export type Config = z.infer<typeof Config>;
