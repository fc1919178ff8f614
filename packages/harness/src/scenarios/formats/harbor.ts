import { lstat, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { AssayError, HarborTask, listUnknownKeys, listValidationIssues } from '@assay/schema';
import { parse as parseToml } from 'smol-toml';
import { kindAt } from '../documents/find-files.ts';
import { findDownload } from './find-download.ts';
import { listSteps, type Step } from './harbor-steps.ts';
import { readTaskFile, requireTaskFile } from './read-file.ts';
import { type ConvertedTask, defineFormat, type FoundTask, type TaskFile } from './task-format.ts';

/** The original, kept for an export. */
export const HARBOR_FILE = 'harbor.toml';
const TASK_FILE = 'task.toml';
const MAX_DEPTH = 3;

/** Harbor tasks: terminal-bench 2 and the datasets of other adapters. */
export const harbor = defineFormat({
  id: 'harbor',
  title: 'Harbor tasks',
  find: (path) => findTasks(path, 0),
});

async function findTasks(folder: string, depth: number): Promise<FoundTask[]> {
  if ((await kindAt(folder)) !== 'folder') return [];
  if ((await kindAt(join(folder, TASK_FILE))) === 'file')
    return [{ path: folder, convert: () => convertHarborTask(folder) }];
  if (depth >= MAX_DEPTH) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
  const found: FoundTask[] = [];
  for (const { name } of names.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    found.push(...(await findTasks(join(folder, name), depth + 1)));
  return found;
}

/** Reads `task.toml`, with the keys that nobody knows. */
async function readHarborTask(folder: string): Promise<{ task: HarborTask; text: string; unknown: string[] }> {
  const text = await requireTaskFile(join(folder, TASK_FILE));
  let value: unknown;
  try {
    value = parseToml(text);
  } catch (cause) {
    throw new AssayError('invalid_config', `task.toml: ${(cause as Error).message.split('\n')[0]}`, { cause });
  }
  const faults = listValidationIssues(HarborTask, value);
  if (faults.length > 0) throw new AssayError('invalid_config', faults.map(describeFault).join('; '));
  return { task: HarborTask.parse(value), text, unknown: listUnknownKeys(value) };
}

const describeFault = ({ path, expected, found }: ReturnType<typeof listValidationIssues>[number]): string =>
  `task.toml ${path.join('.')}: expected ${expected}, found ${found}`;

async function convertHarborTask(folder: string): Promise<ConvertedTask> {
  const { task, text, unknown } = await readHarborTask(folder);
  await refuseUnsupported(folder, task);
  const { agent, environment: place, metadata: _ } = task;
  const notes = unknown.map((path) => `${path}: unknown key, ignored`);
  const steps = await listSteps(folder, task);
  await refuseNetwork(folder, { task, steps });
  for (const each of [agent, place, task.verifier])
    if (each.allowed_hosts.length > 0) each.network_mode ??= 'allowlist';
  const image = place.docker_image;
  const environment = {
    ...(image === undefined ? { dockerfile: 'environment/Dockerfile', context: 'environment' } : { image }),
    ...(image === undefined ? { build_timeout_s: place.build_timeout_sec } : {}),
    ...(place.workdir === undefined ? {} : { workspace: place.workdir }),
    ...(agent.user === undefined ? {} : { user: agent.user }),
    env: resolveVariables(place.env, { path: 'environment.env', notes }),
  };
  const [first, ...later] = steps;
  const solution = await findSolution(folder, steps);
  if (solution === null) notes.push('solution: none, so the task cannot be proven');
  notes.push(...describeIgnored(task));
  return {
    name: basename(folder),
    notes,
    files: [
      { to: HARBOR_FILE, text },
      ...(image === undefined ? [{ to: 'environment', from: join(folder, 'environment') }] : []),
      ...steps.flatMap(({ files }) => files),
      ...(solution?.files ?? []),
    ],
    scenario: {
      user_instruction: first?.instruction ?? '',
      turns: later.map(({ instruction }) => instruction),
      workspace_seed: 'image',
      environment,
      mcp_servers: Object.fromEntries(place.mcp_servers.map((server) => [server.name, convertServer(server)])),
      scorers: steps.map((step) => convertVerifier(step, { task, notes })),
      limits: {
        wall_s: steps.reduce((sum, step) => sum + (step.agent_timeout_s ?? 0), 0) || DEFAULT_WALL_S,
        memory_mb: Math.round(parseSize(place.memory) ?? place.memory_mb),
        cpus: place.cpus,
        disk_mb: Math.round(parseSize(place.storage) ?? place.storage_mb),
        pids: MOST_PROCESSES,
        network: findHosts(task, notes),
      },
      ...(solution === null
        ? {}
        : {
            oracle: {
              folder: 'solution',
              run: solution.run,
              env: resolveVariables(task.solution.env, { path: 'solution.env', notes }),
            },
          }),
    },
  };
}

const DEFAULT_WALL_S = 3600;
const MOST_PROCESSES = 1024;

// what would make another task of it
async function refuseUnsupported(folder: string, { environment: place, verifier, steps }: HarborTask): Promise<void> {
  const refuse = (reason: string): never => {
    throw new AssayError('invalid_config', reason);
  };
  for (const name of ['docker-compose.yaml', 'docker-compose.yml'])
    if ((await kindAt(join(folder, 'environment', name))) === 'file')
      refuse(`environment/${name}: tasks of several containers are not supported`);
  if (place.docker_image === undefined && (await kindAt(join(folder, 'environment', 'Dockerfile'))) !== 'file')
    refuse('environment: expected docker_image or environment/Dockerfile, found neither');
  if (place.gpus > 0) refuse(`environment.gpus: ${place.gpus} are asked for, and containers get none`);
  if (place.os !== undefined && place.os !== 'linux') refuse(`environment.os: only linux runs here, not ${place.os}`);
  if ((verifier.environment?.gpus ?? 0) > 0) refuse('verifier.environment.gpus: containers get none');
  for (const [field, { collect = [] }] of listVerifiers({ verifier, steps }))
    if (collect.length > 0)
      refuse(`${field}.collect: commands that collect files for the verifier are not supported, so it would see none`);
}

const listVerifiers = ({ verifier, steps }: Pick<HarborTask, 'verifier' | 'steps'>) => [
  ['verifier', verifier] as const,
  ...steps.map((step) => [`steps.${step.name}.verifier`, step.verifier] as const),
];

/** Refuses a task whose verifier needs a network: it would find every solution wrong. */
async function refuseNetwork(
  folder: string,
  { task, steps }: { task: HarborTask; steps: readonly Step[] },
): Promise<void> {
  const { environment: place } = task;
  const refuse = (reason: string): never => {
    throw new AssayError('invalid_config', reason);
  };
  let is_open = (place.network_mode ?? (place.allow_internet ? 'public' : 'no-network')) !== 'no-network';
  for (const [field, verifier] of listVerifiers(task))
    for (const [at, { network_mode: mode, allowed_hosts: hosts }] of [
      [field, verifier],
      [`${field}.environment`, verifier.environment ?? { network_mode: undefined, allowed_hosts: [] }],
    ] as const) {
      if (mode === 'no-network') is_open = false;
      else if (mode !== undefined) refuse(`${at}.network_mode: ${mode} is asked for, and verifiers have no network`);
      else if (hosts.length > 0)
        refuse(`${at}.allowed_hosts: expected none, found ${hosts.join(', ')}: verifiers have no network`);
    }
  // nothing says that the verifier works without one
  if (!is_open) return;
  for (const file of steps.flatMap(({ files }) => files).filter((each) => 'from' in each))
    for (const script of await listScripts(file.from)) {
      const download = findDownload((await readTaskFile(join(file.from, script))) ?? '');
      if (download !== undefined)
        refuse(
          `${relative(folder, join(file.from, script))}: \`${download}\` needs a network, and verifiers have none. ` +
            'If the script works without it, set network_mode = "no-network" in [verifier].',
        );
    }
}

async function listScripts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() && entry.name.endsWith('.sh') ? [entry.name] : [])).toSorted();
}

function describeIgnored({ environment: place, agent, steps }: HarborTask): string[] {
  const ignored = {
    'environment.healthcheck': place.healthcheck,
    'environment.skills_dir': place.skills_dir,
    'agent.timeout_sec (none: 3600 s are given)':
      agent.timeout_sec === undefined && steps.length === 0 ? true : undefined,
  };
  return [
    ...Object.entries(ignored).flatMap(([field, value]) => (value === undefined ? [] : [`${field}: not honored`])),
    ...steps.flatMap(({ name, healthcheck }) =>
      healthcheck === undefined ? [] : [`steps.${name}.healthcheck: not honored`],
    ),
    'processes that the agent leaves running end before the verifier starts',
  ];
}

function findHosts({ agent, environment: place }: HarborTask, notes: string[]): 'none' | string[] {
  const mode = agent.network_mode ?? place.network_mode ?? (place.allow_internet ? 'public' : 'no-network');
  const hosts = agent.network_mode === undefined ? place.allowed_hosts : agent.allowed_hosts;
  if (mode === 'public')
    notes.push('environment.network_mode: public, but no network is open; list the hosts in limits.network');
  return mode === 'allowlist' && hosts.length > 0 ? hosts : 'none';
}

function convertVerifier(step: Step, { task, notes }: { task: HarborTask; notes: string[] }): unknown {
  const { verifier, environment: place } = task;
  const separate = verifier.environment_mode === 'separate' || step.verifier.environment_mode === 'separate';
  const own = { ...verifier.env, ...step.verifier.env };
  const limit = step.min_reward;
  const [metric, stop_below] = typeof limit === 'object' ? (Object.entries(limit)[0] ?? []) : [undefined, limit];
  return {
    name: step.name,
    type: 'reward',
    command: 'bash /tests/test.sh',
    files: step.tests,
    timeout_s: step.verifier.timeout_sec ?? verifier.timeout_sec,
    env: resolveVariables(own, { path: 'verifier.env', notes }),
    ...(verifier.user === undefined ? {} : { user: verifier.user }),
    ...(step.turn === null ? {} : { turn: step.turn }),
    ...(stop_below === undefined || step.is_last ? {} : { stop_below }),
    ...(metric === undefined ? {} : { metric }),
    ...(task.multi_step_reward_strategy === 'final' && !step.is_last ? { required: false } : {}),
    ...(separate
      ? {
          environment: findVerifierImage(step, { verifier, place }),
          artifacts: [...task.artifacts, ...step.artifacts].map((each) =>
            typeof each === 'string' ? each : each.source,
          ),
        }
      : {}),
  };
}

// its own image, a Dockerfile next to the tests, or a fresh container of the agent's image
function findVerifierImage(
  step: Step,
  { verifier, place }: Pick<HarborTask, 'verifier'> & { place: HarborTask['environment'] },
) {
  const workspace = place.workdir === undefined ? {} : { workspace: place.workdir };
  const own = verifier.environment?.docker_image;
  if (own !== undefined) return { image: own, ...workspace };
  if (step.has_dockerfile) return { dockerfile: `${step.tests}/Dockerfile`, context: step.tests, ...workspace };
  if (place.docker_image !== undefined) return { image: place.docker_image, ...workspace };
  return { dockerfile: 'environment/Dockerfile', context: 'environment', ...workspace };
}

async function findSolution(
  folder: string,
  steps: readonly Step[],
): Promise<{ run: string; files: TaskFile[] } | null> {
  const whole = join(folder, 'solution', 'solve.sh');
  const shared = { to: 'solution', from: join(folder, 'solution') };
  if (steps.every(({ turn }) => turn === null))
    return (await isFile(whole)) ? { run: 'bash /solution/solve.sh', files: [shared] } : null;
  const files: TaskFile[] = (await isFile(whole)) ? [shared] : [];
  for (const { turn, solution } of steps) {
    if (solution === null) return null;
    files.push({ to: `solution/${turn}`, from: solution });
  }
  return { run: 'bash "/solution/$ASSAY_TURN/solve.sh"', files };
}

const isFile = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined))?.isFile() ?? false;

function convertServer({ url, command, args }: HarborTask['environment']['mcp_servers'][number]): unknown {
  return url === undefined ? { command: command ?? '', args } : { url };
}

// variables of the operator are not given to tasks of others
function resolveVariables(
  env: Readonly<Record<string, string>>,
  { path, notes }: { path: string; notes: string[] },
): Record<string, string> {
  const resolved = Object.entries(env).flatMap(([name, value]) => {
    const [, variable, fallback] = /^\$\{(\w+)(?::-([^}]*))?\}$/.exec(value) ?? [];
    if (variable === undefined) return [[name, value] as const];
    notes.push(`${path}.${name}: the variable ${variable} of this machine is not passed on`);
    return fallback === undefined ? [] : [[name, fallback] as const];
  });
  return Object.fromEntries(resolved);
}

function parseSize(text: string | undefined): number | undefined {
  const [, number, unit] = /^\s*([\d.]+)\s*([KMGT])[iB]*\s*$/i.exec(text ?? '') ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return Number(number) * 1024 ** ('KMGT'.indexOf(unit.toUpperCase()) - 1);
}
