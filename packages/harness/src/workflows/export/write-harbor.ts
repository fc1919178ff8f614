import { cp, lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { AssayError } from '@assay/schema';
import { parse as parseToml, stringify } from 'smol-toml';
import { kindAt } from '../../scenarios/documents/find-files.ts';
import { HARBOR_FILE } from '../../scenarios/formats/harbor.ts';
import { type LoadedScenario, SCENARIO_FOLDER_VARIABLE } from '../../scenarios/project.ts';
import { readRecipe } from '../../scenarios/recipe.ts';
import { listInstallLines } from '../environments/container-image.ts';
import { fillDate } from '../environments/install-plan.ts';
import { describeHarborTask, describeVerifier, type TomlTable, type Verifier } from './describe-harbor.ts';
import { listLostFields } from './lost-fields.ts';
import { type VerifierScript, writeVerifierScript } from './verifier-script.ts';
import { copyInto, writeText } from './write-files.ts';
import { writeSolution } from './write-solution.ts';

export interface HarborOptions {
  /** The folder of the task; must not exist. */
  readonly target: string;
  /** The image of scenarios without an environment. */
  readonly image: string;
  /** Instructions for the Dockerfile that install what the tests need, if the scenario does not say it. */
  readonly install?: readonly string[];
}

const WORKDIR = '/app';
const BUILD_S = 600;

/** Writes a scenario as a Harbor task. Returns what it cannot say there, by field. */
export async function writeHarborTask(loaded: LoadedScenario, options: HarborOptions): Promise<string[]> {
  const { scenario, base } = loaded;
  const { target } = options;
  if ((await kindAt(target)) !== 'nothing') throw new AssayError('conflict', `${target} is already there`);
  const { workspace_seed: seed } = scenario;
  if (typeof seed === 'object' && !('copy' in seed))
    throw new AssayError('invalid_input', 'workspace_seed: only a folder, an image or nothing can be exported');
  const kept = await readKept(base);
  const verifiers = scenario.scorers.filter((spec): spec is Verifier => spec.type === 'reward');
  if (verifiers.length > 0 && scenario.hidden !== undefined)
    throw new AssayError('invalid_input', 'hidden: a reward scorer has its own files; use one or the other');
  const steps = verifiers.some(({ turn }) => turn !== undefined) ? verifiers : [];
  const script = verifiers.length === 0 ? await planScript(loaded) : undefined;
  await mkdir(target, { recursive: true });
  await writeInstructions(loaded, { target, steps });
  const environment = await writeEnvironment(loaded, options);
  if (script !== undefined) await writeTests(loaded, { target, script });
  for (const { files, name } of verifiers)
    if (files !== undefined)
      await copyInto(resolve(base, files), join(target, steps.length === 0 ? 'tests' : `steps/${name}/tests`));
  await writeSolution(loaded, { target, steps, workdir: findWorkdir(loaded) });
  const [first] = verifiers;
  const verifier = first === undefined ? { timeout_sec: script?.timeout_s } : describeVerifier(first);
  const task = describeHarborTask(scenario, { kept, environment, steps, verifier });
  await writeText(join(target, 'task.toml'), stringify(task));
  return [...(script?.notes ?? []), ...listLostFields(scenario), ...describeSetup(loaded)];
}

// null: the working directory of the image
const findWorkdir = ({ scenario: { environment } }: LoadedScenario): string | null =>
  environment === undefined ? WORKDIR : (environment.workspace ?? null);

const findSeed = ({ scenario: { workspace_seed: seed }, base }: LoadedScenario): string | undefined =>
  typeof seed === 'object' && 'copy' in seed ? resolve(base, seed.copy) : undefined;

async function planScript(loaded: LoadedScenario): Promise<VerifierScript> {
  const seed = findSeed(loaded);
  return writeVerifierScript(loaded.scenario, {
    workdir: findWorkdir(loaded),
    seed: seed === undefined ? null : await listFiles(seed),
  });
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}

async function readKept(base: string): Promise<TomlTable> {
  const text = await readFile(join(base, HARBOR_FILE), 'utf8').catch(() => '');
  return parseToml(text) as TomlTable;
}

async function writeInstructions(
  { scenario }: LoadedScenario,
  { target, steps }: { target: string; steps: readonly Verifier[] },
): Promise<void> {
  const all = [scenario.user_instruction, ...scenario.turns];
  if (steps.length === 0) return await writeText(join(target, 'instruction.md'), all.join('\n\n'));
  for (const { name, turn } of steps)
    await writeText(join(target, 'steps', name, 'instruction.md'), all[(turn ?? all.length) - 1] ?? '');
}

// the image of the scenario, or one with its seed and what its setup does
async function writeEnvironment(loaded: LoadedScenario, options: HarborOptions): Promise<TomlTable> {
  const { scenario, base } = loaded;
  const { environment } = scenario;
  const folder = join(options.target, 'environment');
  const own = environment !== undefined && 'dockerfile' in environment ? environment : undefined;
  const common = {
    ...(environment?.workspace === undefined ? {} : { workdir: environment.workspace }),
    ...(environment === undefined || Object.keys(environment.env).length === 0 ? {} : { env: environment.env }),
  };
  if (own !== undefined) {
    const dockerfile = resolve(base, own.dockerfile);
    await copyInto(own.context === undefined ? dirname(dockerfile) : resolve(base, own.context), folder);
    await cp(dockerfile, join(folder, 'Dockerfile'));
  }
  const added = await addToImage(loaded, { folder, ...options });
  if (environment !== undefined && 'image' in environment && added.length === 0)
    return { ...common, docker_image: environment.image };
  const first =
    own === undefined
      ? `FROM ${environment !== undefined && 'image' in environment ? environment.image : options.image}`
      : await readFile(join(folder, 'Dockerfile'), 'utf8');
  const text = added.length === 0 ? first : [first.trimEnd(), ...added, ''].join('\n');
  await writeText(join(folder, 'Dockerfile'), text);
  return { ...common, build_timeout_sec: own?.build_timeout_s ?? BUILD_S };
}

/** The lines of a Dockerfile that make the workspace. */
async function addToImage(
  loaded: LoadedScenario,
  { folder, install = [] }: HarborOptions & { folder: string },
): Promise<string[]> {
  const { environment, setup, dependencies } = loaded.scenario;
  const seed = findSeed(loaded);
  const workdir = findWorkdir(loaded);
  const lines = workdir === null || (environment !== undefined && seed === undefined) ? [] : [`WORKDIR ${workdir}`];
  if (seed !== undefined) {
    // next to the files of a context
    const name = environment === undefined ? 'seed' : 'assay-seed';
    await copyInto(seed, join(folder, name));
    lines.push(`COPY ${environment?.user === undefined ? '' : `--chown=${environment.user} `}${name}/ ./`);
  }
  if (dependencies !== undefined) lines.push(...(await addDependencies(loaded, { folder, dependencies })));
  else lines.push(...install);
  if (setup !== undefined) {
    await writeText(join(folder, 'assay-setup.sh'), `${setup}\n`);
    lines.push('COPY assay-setup.sh /tmp/assay-setup.sh', 'RUN sh /tmp/assay-setup.sh');
  }
  return lines;
}

// installed with the manifests of the solution, which the agent does not see
async function addDependencies(
  loaded: LoadedScenario,
  { folder, dependencies }: { readonly folder: string; readonly dependencies: string },
): Promise<string[]> {
  const { install, date, files, folder: at } = await readRecipe(resolve(loaded.base, dependencies));
  const lines = listInstallLines({ command: fillDate(install, date), folder: at });
  const seed = findSeed(loaded);
  const current = async (path: string) =>
    seed === undefined ? undefined : await readFile(join(seed, path), 'utf8').catch(() => undefined);
  const different: string[] = [];
  const added: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const before = await current(path);
    if (before === text) continue;
    await writeText(join(folder, 'assay-manifests', path), text);
    if (before === undefined) added.push(path);
    else {
      different.push(path);
      await writeText(join(folder, 'assay-seed-manifests', path), before);
    }
  }
  return [
    ...(different.length + added.length === 0 ? [] : ['COPY assay-manifests/ ./']),
    ...lines,
    ...(different.length === 0 ? [] : ['COPY assay-seed-manifests/ ./']),
    ...(added.length === 0 ? [] : [`RUN ${JSON.stringify(['rm', ...added])}`]),
  ];
}

const describeSetup = ({ scenario: { setup } }: LoadedScenario): string[] =>
  setup?.includes(SCENARIO_FOLDER_VARIABLE) ? [`setup: ${SCENARIO_FOLDER_VARIABLE} is not set there`] : [];

async function writeTests(
  loaded: LoadedScenario,
  { target, script }: { target: string; script: VerifierScript },
): Promise<void> {
  const { scenario, base } = loaded;
  const tests = join(target, 'tests');
  await writeText(join(tests, 'test.sh'), script.test_sh);
  for (const [path, text] of script.files) await writeText(join(tests, path), text);
  if (scenario.hidden !== undefined) await copyInto(resolve(base, scenario.hidden.files), join(tests, 'hidden'));
  const seed = findSeed(loaded) ?? base;
  for (const [folder, paths] of script.copies) {
    await mkdir(join(tests, folder), { recursive: true });
    for (const path of paths)
      if (await lstat(join(seed, path)).catch(() => undefined))
        await copyInto(join(seed, path), join(tests, folder, path));
  }
}
