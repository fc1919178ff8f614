import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { listCommands } from '../../agents/workspace/list-commands.ts';
import type { Imported } from '../../scenarios/import-tasks.ts';
import { loadProject } from '../../scenarios/load-project.ts';
import type { LoadedScenario } from '../../scenarios/project.ts';
import { chooseImage } from '../environments/container-image.ts';
import { writeHarborTask } from './write-harbor.ts';

export interface ExportOptions {
  /** The folder with the configuration. */
  readonly folder: string;
  readonly config?: string;
  /** Scenarios by name, file or folder; all if empty. */
  readonly scenarios: readonly string[];
  /** Each task becomes a folder in it. */
  readonly out: string;
  /** The image of scenarios without an environment. Default: debian:12, or chosen by the test command of mined tasks. */
  readonly image: string | undefined;
}

/** Writes scenarios as Harbor tasks, with what each of them loses. */
export async function exportTasks({ folder, config, scenarios, out, image }: ExportOptions): Promise<Imported> {
  const project = await loadProject({ folder, names: scenarios, ...(config === undefined ? {} : { config }) });
  const tasks: Imported['tasks'][number][] = [];
  const skipped: Imported['skipped'][number][] = [];
  for (const loaded of project.scenarios) {
    const name = loaded.id.replaceAll(/[^\w.-]+/g, '-');
    const target = join(out, name);
    try {
      const options = { target, image: image ?? findImage(loaded) };
      tasks.push({ name, folder: target, notes: await writeHarborTask(loaded, options) });
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      skipped.push({ path: loaded.file, reason: error.message });
    }
  }
  return { format: 'harbor', tasks, skipped };
}

// an image that can install what the tests need
const findImage = ({ scenario }: LoadedScenario): string =>
  scenario.dependencies === undefined ? 'debian:12' : chooseImage(listCommands(scenario).join('; '));
