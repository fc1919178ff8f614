import { chmod, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AssayError, oraclePath, type ScorerConfig, type ScorerSpec } from '@assay/schema';
import { at, isObject } from '@assay/schema/json';
import { parse as parseToml, stringify } from 'smol-toml';
import { kindAt } from '../documents/find-files.ts';
import type { LoadedScenario } from '../project.ts';
import { HARBOR_FILE } from './harbor.ts';

export interface HarborExport {
  /** The folder of the task; must not exist. */
  readonly target: string;
  /** The image of scenarios without an environment. */
  readonly image: string;
}

type Verifier = ScorerConfig<'reward'>;
type Table = Record<string, unknown>;

const WORKDIR = '/app';

/** Writes a scenario as a Harbor task. Returns what it cannot say there, by field. */
export async function exportHarbor(loaded: LoadedScenario, { target, image }: HarborExport): Promise<string[]> {
  const { scenario, base } = loaded;
  if ((await kindAt(target)) !== 'nothing') throw new AssayError('conflict', `${target} is already there`);
  const kept = await readKept(base);
  const notes: string[] = [];
  const verifiers = scenario.scorers.filter((spec): spec is Verifier => spec.type === 'reward');
  await mkdir(target, { recursive: true });
  const steps = verifiers.some(({ turn }) => turn !== undefined) ? verifiers : [];
  await writeInstructions(loaded, { target, steps });
  const environment = await writeEnvironment(loaded, { target, image });
  if (verifiers.length === 0) await writeText(join(target, 'tests/test.sh'), writeTests(loaded, notes));
  for (const { files, name } of verifiers)
    if (files !== undefined)
      await copyInto(resolve(base, files), join(target, steps.length === 0 ? 'tests' : `steps/${name}/tests`));
  await writeSolution(loaded, { target, steps });
  notes.push(...listLost(loaded, verifiers));
  await writeText(join(target, 'task.toml'), stringify(describeTask(loaded, { kept, environment, steps, verifiers })));
  return notes;
}

// what an import kept, for the fields that a scenario does not have
async function readKept(base: string): Promise<Table> {
  const text = await readFile(join(base, HARBOR_FILE), 'utf8').catch(() => '');
  return parseToml(text) as Table;
}

const table = (value: unknown): Table => (isObject(value) ? value : {});

interface Described {
  readonly kept: Table;
  readonly environment: Table;
  readonly steps: readonly Verifier[];
  readonly verifiers: readonly Verifier[];
}

function describeTask({ scenario }: LoadedScenario, { kept, environment, steps, verifiers }: Described): Table {
  const { limits } = scenario;
  const [first] = verifiers;
  const { version: _, ...before } = kept;
  const place = { ...table(kept['environment']) };
  for (const old of ['memory', 'storage', 'allow_internet']) delete place[old];
  return {
    ...before,
    schema_version: '1.4',
    task: kept['task'] ?? { name: `assay/${scenario.name.replaceAll(/[^\w.-]+/g, '-')}`, description: '' },
    agent: { ...table(kept['agent']), ...(steps.length === 0 ? { timeout_sec: limits.wall_s } : {}) },
    verifier: {
      ...table(kept['verifier']),
      ...(first === undefined || steps.length > 0 ? {} : describeVerifier(first)),
    },
    environment: {
      ...place,
      ...environment,
      cpus: limits.cpus,
      memory_mb: limits.memory_mb,
      storage_mb: limits.disk_mb,
      ...(isObject(kept['environment']) ? {} : describeNetwork(limits.network)),
      ...(at(kept, 'environment', 'allow_internet') === false ? { network_mode: 'no-network' } : {}),
    },
    ...(steps.length === 0 ? {} : { steps: kept['steps'] ?? steps.map(describeStep) }),
  };
}

const describeNetwork = (network: 'none' | readonly string[]): Table =>
  network === 'none' ? { network_mode: 'no-network' } : { network_mode: 'allowlist', allowed_hosts: [...network] };

const describeVerifier = ({ timeout_s, env, user, environment }: Verifier): Table => ({
  timeout_sec: timeout_s,
  ...(Object.keys(env).length === 0 ? {} : { env }),
  ...(user === undefined ? {} : { user }),
  ...(environment === undefined ? {} : { environment_mode: 'separate' }),
});

const describeStep = ({ name, timeout_s, stop_below, metric }: Verifier): Table => ({
  name,
  ...(stop_below === undefined ? {} : { min_reward: metric === undefined ? stop_below : { [metric]: stop_below } }),
  verifier: { timeout_sec: timeout_s },
});

interface Writing {
  readonly target: string;
  readonly steps: readonly Verifier[];
}

async function writeInstructions({ scenario }: LoadedScenario, { target, steps }: Writing): Promise<void> {
  const all = [scenario.user_instruction, ...scenario.turns];
  if (steps.length === 0) return await writeText(join(target, 'instruction.md'), all.join('\n\n'));
  for (const { name, turn } of steps)
    await writeText(join(target, 'steps', name, 'instruction.md'), all[(turn ?? all.length) - 1] ?? '');
}

// the image of the scenario, or one with the files of the seed
async function writeEnvironment({ scenario, base }: LoadedScenario, { target, image }: HarborExport): Promise<Table> {
  const { environment, workspace_seed: seed } = scenario;
  const folder = join(target, 'environment');
  const common = {
    ...(environment?.workspace === undefined ? {} : { workdir: environment.workspace }),
    ...(environment === undefined || Object.keys(environment.env).length === 0 ? {} : { env: environment.env }),
  };
  if (environment !== undefined && 'dockerfile' in environment) {
    const dockerfile = resolve(base, environment.dockerfile);
    await copyInto(
      environment.context === undefined ? dirname(dockerfile) : resolve(base, environment.context),
      folder,
    );
    await cp(dockerfile, join(folder, 'Dockerfile'));
    if (seed === 'image') return { ...common, build_timeout_sec: environment.build_timeout_s };
  }
  if (environment !== undefined && 'image' in environment && seed === 'image')
    return { ...common, docker_image: environment.image };
  if (typeof seed === 'object' && !('copy' in seed))
    throw new AssayError('invalid_input', 'workspace_seed: only a folder, an image or nothing can be exported');
  const workdir = environment?.workspace ?? WORKDIR;
  const from = environment !== undefined && 'image' in environment ? environment.image : image;
  const lines = [`FROM ${from}`, `WORKDIR ${workdir}`];
  if (typeof seed === 'object') {
    await copyInto(resolve(base, seed.copy), join(folder, 'seed'));
    lines.push(`COPY seed/ ${workdir}/`);
  }
  if (scenario.setup !== undefined) lines.push(`RUN ${scenario.setup.replaceAll('\n', ' && ')}`);
  await writeText(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`);
  return common;
}

const isCommand = (spec: ScorerSpec): spec is ScorerConfig<'command'> => spec.type === 'command';

// the share of commands that pass is the reward
function writeTests({ scenario }: LoadedScenario, notes: string[]): string {
  const commands = [...scenario.stages, ...scenario.scorers.filter(isCommand)].map(({ command }) => command);
  if (commands.length === 0)
    throw new AssayError(
      'invalid_input',
      'scorers: expected a command, a stage or a reward; nothing else can be exported',
    );
  notes.push('commands decide by their exit codes; reports and clean checkouts are not compared');
  return `#!/bin/bash\npassed=1\n${commands.map((command) => `(\n${command}\n) || passed=0\n`).join('')}echo $passed >/logs/verifier/reward.txt\n`;
}

async function writeSolution(loaded: LoadedScenario, { target, steps }: Writing): Promise<void> {
  const { scenario, base } = loaded;
  const path = oraclePath(scenario);
  if (path === undefined) return;
  const from = resolve(base, path);
  if (typeof scenario.oracle === 'object') {
    if (steps.length === 0) return await copyInto(from, join(target, 'solution'));
    for (const { name, turn } of steps)
      await copyInto(join(from, String(turn)), join(target, 'steps', name, 'solution'));
    return;
  }
  const folder = (await stat(from)).isDirectory();
  await copyInto(from, join(target, 'solution', folder ? 'files' : 'oracle.patch'));
  const command = folder
    ? 'cp -R /solution/files/. .'
    : 'git apply --whitespace=nowarn /solution/oracle.patch || patch -p1 </solution/oracle.patch';
  await writeText(join(target, 'solution/solve.sh'), `#!/bin/bash\n${command}\n`);
}

function listLost({ scenario }: LoadedScenario, verifiers: readonly Verifier[]): string[] {
  const lost = scenario.scorers.filter((spec) => spec.type !== 'reward' && (verifiers.length > 0 || !isCommand(spec)));
  return [
    ...lost.map(({ name, type }) => `scorers ${JSON.stringify(name)}: ${type} has no counterpart, left out`),
    ...(scenario.rubric.length > 0 ? ['rubric: a judge has no counterpart, left out'] : []),
    ...(scenario.turns.length > 0 && verifiers.every(({ turn }) => turn === undefined)
      ? ['turns: joined to one instruction']
      : []),
    ...(scenario.teardown === undefined ? [] : ['teardown: left out']),
    ...(scenario.limits.tokens === null ? [] : ['limits.tokens: left out']),
    ...(scenario.limits.cost_usd === null ? [] : ['limits.cost_usd: left out']),
  ];
}

async function copyInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}

async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  if (file.endsWith('.sh')) await chmod(file, 0o755);
}
