import { z } from 'zod';
import { AxisWeights } from '../scores/axis.ts';

const words = z.array(z.string().min(1));

const AxisAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('run_script'), command: z.string().min(1) }),
  z.strictObject({ action: z.literal('copy'), match: z.string().min(1), destination: z.string().min(1) }),
]);
export type AxisAction = z.infer<typeof AxisAction>;

const AxisMcpServer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    command: z.string().min(1),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal('http'),
    url: z.string().min(1),
    headers: z.record(z.string(), z.string()).optional(),
  }),
]);
export type AxisMcpServer = z.infer<typeof AxisMcpServer>;

const AxisLimits = z.strictObject({
  time_minutes: z.number().positive().optional(),
  tokens: z.int().positive().optional(),
});
export type AxisLimits = z.infer<typeof AxisLimits>;

const AxisJudge = z.union([
  z.string().min(1),
  z.array(z.strictObject({ check: z.string().min(1), weight: z.number().min(0).optional() })),
]);
export type AxisJudge = z.infer<typeof AxisJudge>;

// `rubric` is the older name of `judge`
const overridable = {
  skip: z.boolean().optional(),
  setup: z.array(AxisAction).optional(),
  judge: AxisJudge.optional(),
  rubric: AxisJudge.optional(),
  teardown: z.array(AxisAction).optional(),
  agents: words.min(1).optional(),
  skills: words.optional(),
  mcp_servers: z.record(z.string(), AxisMcpServer).optional(),
  limits: AxisLimits.optional(),
  artifacts: words.optional(),
};

const AxisVariant = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]+$/, 'expected only letters, digits, _ and -'),
  prompt: z.string().min(1).optional(),
  ...overridable,
});
export type AxisVariant = z.infer<typeof AxisVariant>;

/** An AXIS scenario, as documented by AXIS. */
export const AxisScenario = z
  .strictObject({
    key: z.string().min(1).optional(),
    name: z.string().min(1),
    prompt: z.string().min(1),
    ...overridable,
    variants: z.array(AxisVariant).optional(),
  })
  .refine(({ judge, rubric }) => judge !== undefined || rubric !== undefined, {
    path: ['judge'],
    error: 'expected text or a list of checks',
  })
  .meta({ id: 'AxisScenario', description: 'A scenario file of an AXIS project.' });
export type AxisScenario = z.infer<typeof AxisScenario>;

const AxisAgent = z.strictObject({
  agent: z.string().min(1),
  command: z.string().min(1).optional(),
  scenarios: words.optional(),
  skills: words.optional(),
  model: z.string().min(1).optional(),
  flags: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
});
export type AxisAgent = z.infer<typeof AxisAgent>;

// each weight may be omitted and then has its default
const AxisScoringWeights = z
  .strictObject({
    goal_achievement: z.number().min(0).default(0.4),
    environment: z.number().min(0).default(0.2),
    service: z.number().min(0).default(0.2),
    agent: z.number().min(0).default(0.2),
  })
  .pipe(AxisWeights);

/** `axis.config.*` of an AXIS project, as documented by AXIS. */
export const AxisProject = z
  .strictObject({
    name: z.string().optional(),
    scenarios: z.union([z.string().min(1), z.array(z.union([z.string().min(1), AxisScenario]))]).optional(),
    agents: z.array(z.union([z.string().min(1), AxisAgent])),
    settings: z
      .strictObject({
        scoring_weights: AxisScoringWeights.optional(),
        concurrency: z.int().min(1).optional(),
        limits: z.strictObject({ run: AxisLimits.optional(), scenario: AxisLimits.optional() }).optional(),
        remotes: z.strictObject({ maxDepth: z.int().min(1).optional() }).optional(),
      })
      .optional(),
    adapters: z.record(z.string(), z.string()).optional(),
    env: words.optional(),
    mcp_servers: z.record(z.string(), AxisMcpServer).optional(),
    judging: z.strictObject({ agents: z.array(z.union([z.string().min(1), AxisAgent])).min(1) }).optional(),
    skills: words.optional(),
    artifacts: words.optional(),
    beforeAll: z.array(AxisAction).optional(),
    afterAll: z.array(AxisAction).optional(),
    /** Assay extension, ignored by AXIS: formula versions other than the ones AXIS prints. */
    formulas: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'AxisProject', description: 'The configuration file of an AXIS project.' });
export type AxisProject = z.infer<typeof AxisProject>;
