import { basename, resolve } from 'node:path';
import { AssayError, createId, type Environment, type Scenario, type Task } from '@assay/schema';
import { canonicalDigest } from './canonical-json.ts';
import { digestEnvironment } from './digest-environment.ts';
import { digestPath } from './digest-path.ts';
import type { LoadedScenario } from './project.ts';

export interface FreezeOptions {
  readonly loaded: LoadedScenario;
  /** The digest of the seeded files; null if they come with the image, which the environment already names. */
  readonly seed_digest: string | null;
  readonly now_ms: number;
  readonly entropy: Uint8Array;
}

/**
 * Freezes a scenario. The task digest covers everything that defines the task and its grading, and nothing of
 * the machine: files count by content, not location.
 */
export async function freezeTask({ loaded, now_ms, entropy, ...options }: FreezeOptions): Promise<Task> {
  const { scenario, base } = loaded;
  const seed_digest = options.seed_digest ?? (await digestImageSeed(loaded));
  const { workspace_seed, oracle, skills, artifacts, hidden, environment, dependencies, ...rest } = scenario;
  const file_digests = new Map<string, string>();
  const digest = async (path: string): Promise<{ name: string; digest: string }> => {
    const found = await digestPath(resolve(base, path));
    file_digests.set(path, found);
    return { name: basename(resolve(base, path)), digest: found };
  };
  const files = {
    oracle: await digestOracle(oracle, digest),
    skills: await digestEach(skills, digest),
    artifacts: await digestEach(artifacts, digest),
    ...(hidden === undefined ? {} : { hidden: (await digest(hidden.files)).digest }),
    ...(dependencies === undefined ? {} : { dependencies: (await digest(dependencies)).digest }),
    ...(environment === undefined ? {} : { environment: await digestEnvironment(environment, base) }),
    ...(await digestVerifiers(loaded, digest)),
    ...(loaded.custom_digests === undefined ? {} : { scorers: loaded.custom_digests }),
  };
  const seed = {
    kind: typeof workspace_seed === 'string' ? workspace_seed : Object.keys(workspace_seed)[0],
    digest: seed_digest,
  };
  return {
    task_id: createId('task', { time_ms: now_ms, entropy }),
    scenario_id: null,
    seeded_at: new Date(now_ms).toISOString(),
    scenario,
    task_digest: canonicalDigest({
      ...rest,
      ...(environment && { environment: withoutPaths(environment) }),
      seed,
      files,
    }),
    scorers_digest: canonicalDigest(scenario.scorers),
    rubric_digest: canonicalDigest(scenario.rubric),
    seed_digest,
    file_digests: Object.fromEntries(file_digests),
  };
}

// known without an engine, and the same on every machine
async function digestImageSeed({ scenario: { environment }, base }: LoadedScenario): Promise<string> {
  if (environment === undefined)
    throw new AssayError('invalid_config', 'workspace_seed: expected an environment whose image has the files');
  return await digestEnvironment(environment, base);
}

type DigestFile = (path: string) => Promise<{ name: string; digest: string }>;

async function digestOracle(oracle: Scenario['oracle'], digest: DigestFile): Promise<unknown> {
  if (oracle === undefined) return null;
  if (typeof oracle === 'string') return (await digest(oracle)).digest;
  const { folder, ...script } = oracle;
  return { ...script, folder: (await digest(folder)).digest };
}

// where the files of an image are does not matter, only what is in them
function withoutPaths(environment: Environment): unknown {
  if ('image' in environment) return environment;
  const { dockerfile: _, context: __, ...rest } = environment;
  return rest;
}

async function digestVerifiers({ scenario, base }: LoadedScenario, digest: DigestFile): Promise<object> {
  const verifiers: Record<string, unknown> = {};
  for (const spec of scenario.scorers) {
    if (spec.type !== 'reward' || !('logs' in spec)) continue;
    const files = spec.files === undefined ? null : (await digest(spec.files)).digest;
    const environment = spec.environment === undefined ? null : await digestEnvironment(spec.environment, base);
    verifiers[spec.name] = { files, environment };
  }
  return Object.keys(verifiers).length === 0 ? {} : { verifiers };
}

async function digestEach<T>(paths: readonly string[], digest: (path: string) => Promise<T>): Promise<readonly T[]> {
  const digests: T[] = [];
  for (const path of paths) digests.push(await digest(path));
  return digests;
}
