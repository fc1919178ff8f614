import { lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { prepareTask } from '@assay/harness';
import { AssayError, type OrganizationId, oraclePath, type Scenario, type ScenarioId } from '@assay/schema';
import type { StoredTask } from '@assay/schema/api';
import { TASK_ARCHIVE_LIMITS } from '../archives/archive-limits.ts';
import type { UnpackOptions } from '../archives/unpacking.ts';
import { createGradingHost } from '../runs/grading-host.ts';
import { openScratchFolder } from '../runs/scratch-folder.ts';
import type { SaveInTransaction } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import type { NewTaskFile } from '../store/tables/task-files.ts';

interface Freeze {
  readonly organization_id: OrganizationId;
  readonly scenario_id: ScenarioId;
  readonly scenario: Scenario;
  /** Unpacks the submitted files into a folder. */
  readonly unpack: (options: UnpackOptions) => Promise<void>;
  readonly signal: AbortSignal;
  /** Stores the task in one transaction with related writes. */
  readonly keep: SaveInTransaction<StoredTask>;
}

/** Freezes a scenario with the files it names and stores both permanently. */
export async function freezeStoredScenario(
  { now }: Pick<Services, 'now'>,
  { organization_id, scenario_id, scenario, unpack, signal, keep }: Freeze,
): Promise<StoredTask> {
  refuseForeign(scenario);
  await using scratch = await openScratchFolder();
  const base = join(scratch.path, 'scenario');
  await mkdir(base);
  await unpack({ into: base, bounds: TASK_ARCHIVE_LIMITS, place: refuseRepositories });
  await requireFiles(scenario, base);
  const { name } = scenario;
  const loaded = { scenario, base, file: join(base, 'scenario.json'), id: name, title: name, agents: null };
  await using prepared = await prepareTask(loaded, { host: createGradingHost(now), signal });
  const task = { ...prepared.task, scenario_id };
  return await keep(({ store }) =>
    store.transaction(async ({ tasks, task_files }) => {
      await tasks.keep(organization_id, task);
      await task_files.keep(organization_id, { task_id: task.task_id, files: readFiles(base) });
      return { ...task, files: await task_files.list(organization_id, task.task_id) };
    }),
  );
}

/** The paths that a scenario names, with their fields. */
function listPaths(scenario: Scenario): [string, string][] {
  const { workspace_seed: seed, skills, artifacts, hidden } = scenario;
  const oracle = oraclePath(scenario);
  return [
    ...(typeof seed !== 'string' && 'copy' in seed ? [['workspace_seed.copy', seed.copy] as [string, string]] : []),
    ...(oracle === undefined ? [] : [['oracle', oracle] as [string, string]]),
    ...(hidden === undefined ? [] : [['hidden.files', hidden.files] as [string, string]]),
    ...skills.map((path, index): [string, string] => [`skills[${index}]`, path]),
    ...artifacts.map((path, index): [string, string] => [`artifacts[${index}]`, path]),
  ];
}

// other paths and seeds would be read from this machine or fetched by it
function refuseForeign(scenario: Scenario): void {
  const { workspace_seed: seed } = scenario;
  // an image is built by an engine with the rights of the machine
  if (scenario.environment !== undefined || scenario.scorers.some(({ type }) => type === 'reward'))
    throw refuse('environment', 'expected none: tasks with containers or verifiers run with `assay run`');
  if (typeof seed !== 'string' && !('copy' in seed))
    throw refuse(
      'workspace_seed',
      `expected a folder to copy, or empty, found ${Object.keys(seed)[0]}; send the files instead`,
    );
  for (const [field, path] of listPaths(scenario)) {
    const inside = !path.includes('\\') && !posix.isAbsolute(path) && !/^\.\.(\/|$)/.test(posix.normalize(path));
    if (!inside) throw refuse(field, `expected a path inside the submitted files, found ${JSON.stringify(path)}`);
  }
}

// git would start the programs named in its settings
function refuseRepositories(name: string): string {
  if (!name.split('/').some((part) => part.toLowerCase() === '.git')) return name;
  throw new AssayError(
    'invalid_archive',
    `the files contain a git repository at ${JSON.stringify(name)}; leave out .git`,
  );
}

async function requireFiles(scenario: Scenario, base: string): Promise<void> {
  for (const [field, path] of listPaths(scenario)) {
    const there = await lstat(join(base, path)).catch(() => undefined);
    if (there === undefined) throw refuse(field, `${path} is not among the submitted files`);
    if ((field === 'workspace_seed.copy' || field === 'hidden.files') && !there.isDirectory())
      throw refuse(field, `${path} must be a folder, not a file`);
  }
}

const refuse = (field: string, message: string): AssayError =>
  new AssayError('invalid_input', `scenario.${field}: ${message}`, { path: `scenario.${field}` });

async function* readFiles(root: string, below = ''): AsyncGenerator<NewTaskFile> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) {
      yield* readFiles(root, `${name}/`);
      continue;
    }
    const { mode } = await lstat(join(root, name));
    yield { name, executable: (mode & 0o100) !== 0, content: await readFile(join(root, name)) };
  }
}
