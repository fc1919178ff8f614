import { z } from 'zod';

const network = {
  network_mode: z.enum(['public', 'no-network', 'allowlist']).optional(),
  allowed_hosts: z.array(z.string()).default([]),
};
const env = z.record(z.string(), z.string()).default({});
const user = z.union([z.string(), z.int()]).transform(String).optional();
const seconds = z.number().positive();
const healthcheck = z.looseObject({ command: z.string() }).optional();
const artifacts = z.array(z.union([z.string(), z.looseObject({ source: z.string() })])).default([]);

const place = {
  build_timeout_sec: seconds.default(600),
  docker_image: z.string().min(1).optional(),
  cpus: z.number().positive().default(1),
  memory_mb: z.number().positive().default(2048),
  storage_mb: z.number().positive().default(10_240),
  gpus: z.number().min(0).default(0),
  gpu_types: z.array(z.string()).optional(),
  os: z.string().optional(),
  workdir: z.string().optional(),
  allow_internet: z.boolean().default(true),
  env,
  healthcheck,
  skills_dir: z.string().optional(),
  mcp_servers: z
    .array(
      z.looseObject({
        name: z.string(),
        transport: z.string().default('sse'),
        url: z.string().optional(),
        command: z.string().optional(),
        args: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  /** Older names of the sizes. */
  memory: z.string().optional(),
  storage: z.string().optional(),
  ...network,
};

const verifier = {
  timeout_sec: seconds.default(600),
  env,
  user,
  environment_mode: z.enum(['shared', 'separate']).default('shared'),
  environment: z.looseObject(place).optional(),
  collect: z.array(z.unknown()).optional(),
  ...network,
};
const agent = { timeout_sec: seconds.optional(), user, ...network };

/** `task.toml`. Unknown keys are kept, to be named. */
export const HarborTask = z
  .looseObject({
    schema_version: z.string().optional(),
    version: z.string().optional(),
    artifacts,
    multi_step_reward_strategy: z.enum(['mean', 'final']).default('mean'),
    source: z.string().optional(),
    task: z
      .looseObject({
        name: z.string(),
        version: z.string().optional(),
        description: z.string().default(''),
        authors: z.array(z.unknown()).default([]),
        keywords: z.array(z.string()).default([]),
      })
      .optional(),
    metadata: z.record(z.string(), z.unknown()).default({}),
    agent: z.looseObject(agent).prefault({}),
    verifier: z.looseObject(verifier).prefault({}),
    environment: z.looseObject(place).prefault({}),
    solution: z.looseObject({ env }).prefault({}),
    steps: z
      .array(
        z.looseObject({
          name: z.string().min(1),
          min_reward: z.union([z.number(), z.record(z.string(), z.number())]).optional(),
          artifacts,
          agent: z.looseObject(agent).prefault({}),
          verifier: z.looseObject({ ...verifier, timeout_sec: seconds.optional() }).prefault({}),
          healthcheck,
        }),
      )
      .default([]),
  })
  .meta({ id: 'HarborTask', description: 'The file task.toml of a Harbor task.' });
export type HarborTask = z.infer<typeof HarborTask>;

/** The keys that no version of the format has, as paths. */
export function listUnknownKeys(value: unknown, schema: z.ZodType = HarborTask, path = ''): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) => listUnknownKeys(item, inner.element as z.ZodType, `${path}[${index}]`));
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape: Record<string, z.ZodType> = inner.shape;
  return Object.entries(value).flatMap(([key, each]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return known === undefined ? [at] : listUnknownKeys(each, known, at);
  });
}

function unwrap(schema: z.ZodType): z.ZodType {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType } };
  return def.innerType === undefined ? schema : unwrap(def.innerType);
}
