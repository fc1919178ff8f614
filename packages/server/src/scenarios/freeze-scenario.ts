import { lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freezeScenario } from '@assay/harness';
import { AssayError, listScenarioPaths, type OrganizationId, type Scenario, type ScenarioId } from '@assay/schema';
import type { StoredTask } from '@assay/schema/api';
import { isInside } from '../archives/is-inside.ts';
import { createGradingHost } from '../runs/grading-host.ts';
import { openScratchFolder } from '../scratch/scratch-folder.ts';
import type { SaveInTransaction } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import type { NewTaskFile } from '../store/tables/contents/task-files.ts';

interface Freeze {
  readonly organization_id: OrganizationId;
  readonly scenario_id: ScenarioId;
  readonly scenario: Scenario;
  /** Unpacks the submitted files into a folder. */
  readonly unpack: (into: string) => Promise<void>;
  readonly signal: AbortSignal;
  /** Stores the task in one transaction with related writes. */
  readonly keep: SaveInTransaction<StoredTask>;
}

/** Freezes a scenario with the files it names and stores both permanently. */
export async function freezeStoredScenario(
  { store, now }: Pick<Services, 'store' | 'now'>,
  { organization_id, scenario_id, scenario, unpack, signal, keep }: Freeze,
): Promise<StoredTask> {
  refuseForeign(scenario);
  await using scratch = await openScratchFolder();
  const base = join(scratch.path, 'scenario');
  await mkdir(base);
  await unpack(base);
  await requireFiles(scenario, base);
  const { name } = scenario;
  const loaded = { scenario, base, file: join(base, 'scenario.json'), id: name, title: name, agents: null };
  const frozen = await freezeScenario(loaded, { host: createGradingHost(now), signal });
  const task = { ...frozen, scenario_id };
  const put = await store.contents.put(organization_id, readFiles(base));
  return await keep((within) =>
    within.store.transaction(async ({ tasks, task_files }) => {
      await tasks.keep(organization_id, task);
      await task_files.keep(organization_id, { task_id: task.task_id, files: readFiles(base), put });
      return { ...task, files: await task_files.list(organization_id, task.task_id) };
    }),
  );
}

// other paths and seeds would be read from this machine or fetched by it
function refuseForeign(scenario: Scenario): void {
  const { workspace_seed: seed } = scenario;
  if (typeof seed !== 'string' && !('copy' in seed))
    throw refuse(
      'workspace_seed',
      `expected a folder to copy, image, or empty, found ${Object.keys(seed)[0]}; send the files instead`,
    );
  for (const { field, path } of listScenarioPaths(scenario))
    if (!isInside(path))
      throw refuse(field, `expected a path inside the submitted files, found ${JSON.stringify(path)}`);
}

async function requireFiles(scenario: Scenario, base: string): Promise<void> {
  for (const { field, path, folder } of listScenarioPaths(scenario)) {
    const there = await lstat(join(base, path)).catch(() => undefined);
    if (there === undefined) throw refuse(field, `${path} is not among the submitted files`);
    if (folder && !there.isDirectory()) throw refuse(field, `${path} must be a folder, not a file`);
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
