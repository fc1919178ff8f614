import { glob, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError, type EnvironmentRecipe } from '@assay/schema';
import { type Host, instant } from '../../contracts/host.ts';
import { addEnvironment, environmentStore, pruneEnvironments } from '../../machine/environments/store.ts';
import { runProcess } from '../../machine/processes/run-process.ts';
import { RejectedError } from '../rejection.ts';
import { lastLines } from '../test-commands/advice.ts';
import { fillDate } from './install-plan.ts';
import { environmentsLimit } from './read-size.ts';

/** A copy has no tags, from which these tools would tell the version. */
export const NO_GIT_VERSION = {
  SETUPTOOLS_SCM_PRETEND_VERSION: '999.0.0',
  PBR_VERSION: '999.0.0',
  POETRY_DYNAMIC_VERSIONING_BYPASS: '999.0.0',
};

export interface InstallOptions {
  readonly name: string;
  /** The files of the commit, with those of the recipe. What is installed is moved away. */
  readonly draft: string;
  /** The project or task that asks for it. */
  readonly built_for: string;
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly onProgress: (sentence: string) => void;
}

const PATIENCE_MS = 900_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Installs an environment into the store, and removes the least recently used ones above its limit. */
export async function installEnvironment(recipe: EnvironmentRecipe, options: InstallOptions): Promise<void> {
  const { name, draft, built_for, host, signal, onProgress } = options;
  const limit_bytes = environmentsLimit(host);
  const before = new Set(await listInstalled(draft));
  const command = fillDate(recipe.install, recipe.date);
  onProgress(`installing: ${command}`);
  const ended = await runProcess({
    command: ['/bin/sh', '-c', command],
    cwd: join(draft, recipe.folder ?? ''),
    env: { ...NO_GIT_VERSION, ...withoutKeys(host.environment) },
    timeout_ms: PATIENCE_MS,
    max_output_bytes: MOST_OUTPUT,
    signal,
  });
  signal.throwIfAborted();
  if (ended.ended_by !== 'exit' || ended.exit_code !== 0) {
    const how =
      ended.ended_by === 'exit' ? `exited with ${ended.exit_code ?? ended.signal}` : (ended.reason ?? ended.ended_by);
    const output = lastLines(`${ended.stdout}\n${ended.stderr}`);
    const missing = ended.exit_code === 127 ? describeMissing(output) : undefined;
    // every other commit would miss it too
    if (missing !== undefined) throw new AssayError('not_installed', missing);
    throw new RejectedError('not_installable', `\`${command}\` ${how}\n${output}`);
  }
  const folders = (await listInstalled(draft)).filter((path) => !before.has(path));
  for (const folder of folders) await removeDescriptions(join(draft, folder));
  const store = environmentStore(host);
  await addEnvironment(store, name, { draft, folders, built_for, date: recipe.date, built_at: instant(host.now()) });
  for (const removed of await pruneEnvironments(store, { limit_bytes, kept: name }))
    onProgress(`removed the environment ${removed.name}, which was used last on ${removed.used_at.slice(0, 10)}`);
}

// an installation runs code of the repository, which needs no keys but those of registries
function withoutKeys(environment: Host['environment']): Record<string, string> {
  const kept = Object.entries(environment).filter(([name]) => !SECRET.test(name) || REGISTRY.test(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

const SECRET = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|DATABASE_URL/i;
const REGISTRY = /^(?:npm|node_auth|pnpm|yarn|pip|uv|poetry|cargo)_/i;

// folders of dependencies, and the settings that make Cargo read them
const INSTALLED = new Set(['node_modules', '.venv', 'venv', 'vendor', '.cargo']);

/** The folders of dependencies in a checkout, also those of its packages. */
async function listInstalled(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = `${below}${entry.name}`;
    if (!entry.isDirectory() || entry.name === '.git') return [];
    return INSTALLED.has(entry.name) ? [path] : listInstalled(folder, `${path}/`);
  });
  return (await Promise.all(found)).flat().toSorted();
}

// pip copies the README of the project itself, which may describe the solution
async function removeDescriptions(folder: string): Promise<void> {
  for await (const path of glob('lib/*/site-packages/*.dist-info/direct_url.json', { cwd: folder })) {
    if (!(await readFile(join(folder, path), 'utf8')).includes('"dir_info"')) continue;
    const metadata = join(folder, dirname(path), 'METADATA');
    const [headers = ''] = (await readFile(metadata, 'utf8')).split(/\r?\n\r?\n/);
    await writeFile(metadata, `${headers}\n`);
  }
}

const INSTALLS: Readonly<Record<string, string>> = {
  uv: 'run `python3 -m pip install uv`',
};

/** Which program a shell did not find, and what to do; undefined if it does not say. */
function describeMissing(output: string): string | undefined {
  const [, program] = /(?:^|[\s:])([\w.-]+): (?:command )?not found$/m.exec(output) ?? [];
  if (program === undefined) return undefined;
  const advice = Object.hasOwn(INSTALLS, program) ? INSTALLS[program] : 'install it';
  return `${program} is not installed: ${advice}, or name another command with --setup`;
}
