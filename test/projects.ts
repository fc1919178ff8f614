import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type RunEvents, type RunScenariosOptions, type RunScenariosResult, runScenarios } from '@assay/harness';
import { Evidence, parse } from '@assay/schema';

interface ProjectFiles {
  /** By path below the folder of each scenario. */
  readonly files?: Readonly<Record<string, string>>;
  readonly scenarios: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly config?: object;
}

/** A task that is done once state.txt says so. Needs the file fixture/state.txt. */
export const STATE_TASK = {
  name: 'task',
  user_instruction: 'Write done into state.txt.',
  workspace_seed: { copy: './fixture' },
  scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
};

/** A project in a temporary folder. Disposing removes it. */
export async function createProject({ files = {}, scenarios, config = {} }: ProjectFiles) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-project-'));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write('assay.config.json', JSON.stringify({ judge: { use: 'heuristic' }, ...config }));
  for (const scenario of scenarios) {
    await write(`scenarios/${scenario.name}/scenario.json`, JSON.stringify(scenario));
    for (const [path, text] of Object.entries(files)) await write(`scenarios/${scenario.name}/${path}`, text);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Ignores all events. */
export const SILENT: RunEvents = {
  planned: () => undefined,
  proving: () => undefined,
  proved: () => undefined,
  started: () => undefined,
  progressed: () => undefined,
  finished: () => undefined,
  missed: () => undefined,
};

/** Runs the scenarios of a project like `assay run`. */
export const runProject = (
  folder: string,
  { environment = process.env, ...options }: Partial<RunScenariosOptions> & { environment?: NodeJS.ProcessEnv } = {},
): Promise<RunScenariosResult> =>
  runScenarios({
    folder,
    scenarios: [],
    agents: [],
    repeat: 1,
    label: null,
    budget_usd: null,
    prove: 'never',
    resume: false,
    dry_run: false,
    harness_version: '0.0.0-test',
    events: SILENT,
    signal: new AbortController().signal,
    host: { now: Date.now, entropy: (bytes) => new Uint8Array(randomBytes(bytes)), environment },
    ...options,
  });

/** Every file of a folder by path, decoded as latin1. */
export async function readFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file, 'latin1')] as const)),
  );
}

export const readEvidence = async (folder: string): Promise<Evidence> =>
  parse(Evidence, JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8')));
