import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import { applyReference, readReference } from '../../agents/edits/read-reference.ts';
import type { Host } from '../../contracts/host.ts';
import { environmentStore, findEnvironment } from '../../machine/environments/store.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { seedWorkspace } from '../../machine/workspace/seed-workspace.ts';
import { loadProject } from '../../scenarios/load-project.ts';
import type { LoadedScenario } from '../../scenarios/project.ts';
import { nameEnvironment, readRecipe } from '../../scenarios/recipe.ts';
import { RejectedError } from '../rejection.ts';
import { installEnvironment } from './install-environment.ts';

export interface BuildOptions {
  /** The base of relative paths. */
  readonly folder: string;
  /** Scenarios, and folders of scenarios. */
  readonly paths: readonly string[];
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly onProgress: (sentence: string) => void;
}

export interface BuiltEnvironment {
  readonly task: string;
  /** Null if the task needs none. */
  readonly name: string | null;
  readonly state: 'built' | 'present' | 'failed' | 'not_needed';
  /** Why it failed. */
  readonly reason: string | null;
}

/** Installs the environments of tasks that are missing on this machine. */
export async function buildEnvironments({ folder, paths, ...options }: BuildOptions): Promise<BuiltEnvironment[]> {
  // a path is never the name of a scenario
  const names = paths.map((path) => resolve(folder, path));
  const { scenarios } = await loadProject({ folder, names, data_only: true });
  const built: BuiltEnvironment[] = [];
  for (const loaded of scenarios) built.push(await build(loaded, options));
  return built;
}

type Building = Omit<BuildOptions, 'folder' | 'paths'>;

async function build(loaded: LoadedScenario, { host, signal, onProgress }: Building): Promise<BuiltEnvironment> {
  const { scenario, base } = loaded;
  const { name: task, dependencies } = scenario;
  if (dependencies === undefined) return { task, name: null, state: 'not_needed', reason: null };
  const recipe = await readRecipe(resolve(base, dependencies));
  const name = nameEnvironment(recipe);
  if ((await findEnvironment(environmentStore(host), name)) !== undefined)
    return { task, name, state: 'present', reason: null };
  onProgress(`${task}: environment ${name}`);
  const draft = createOwnPath();
  try {
    await fillDraft(draft, loaded, { files: recipe.files, signal });
    await installEnvironment(recipe, { name, draft, built_for: task, host, signal, onProgress });
    return { task, name, state: 'built', reason: null };
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    return { task, name, state: 'failed', reason: error.message };
  } finally {
    await removeTree(draft);
  }
}

// as when it was mined: packages of the repository may be dependencies of each other, and what installs them may read
// files that the solution adds
async function fillDraft(
  draft: string,
  { scenario, base }: LoadedScenario,
  { files, signal }: { readonly files: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<void> {
  const { workspace_seed: seed, history } = scenario;
  if (seed === 'image')
    throw new AssayError('invalid_config', 'dependencies: expected a workspace_seed of files, found image');
  await mkdir(draft, { mode: 0o700 });
  await seedWorkspace({ seed, history, base, target: draft, signal });
  const solution = await readReference(scenario, base);
  if (solution !== undefined) await applyReference(draft, solution);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(draft, path)), { recursive: true });
    await writeFile(join(draft, path), text);
  }
}
