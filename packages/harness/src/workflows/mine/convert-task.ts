import { dirname, join } from 'node:path';
import { AssayError } from '@assay/schema';
import { loadProject } from '../../scenarios/load-project.ts';
import { chooseImage, listInstallLines } from '../environments/container-image.ts';
import { writeHarborTask } from '../export/write-harbor.ts';
import { RejectedError } from '../rejection.ts';
import type { TriedTests } from './run-tests.ts';

interface ConvertOptions {
  readonly tests: TriedTests;
  /** The repository. */
  readonly root: string;
  /** The base image. Default: chosen by the test command. */
  readonly image: string | undefined;
  /** Called with what the format cannot say. */
  readonly onNote: (note: string) => void;
}

/** Writes a scenario as a Harbor task next to it. Returns its folder. */
export async function convertTask(
  scenario: string,
  { tests, root, image = chooseImage(tests.command), onNote }: ConvertOptions,
): Promise<string> {
  const { scenarios } = await loadProject({ folder: root, names: [scenario] });
  const [loaded] = scenarios;
  if (loaded === undefined) throw new AssayError('internal', `${scenario} has no scenario`);
  const target = join(dirname(scenario), 'harbor');
  const { install } = tests.environment;
  const lines = install === undefined ? [] : listInstallLines(install);
  const notes = await writeHarborTask(loaded, { target, image, install: lines }).catch((error: unknown) => {
    if (error instanceof AssayError) throw new RejectedError('not_proven', error.message);
    throw error;
  });
  for (const note of notes) onNote(note);
  return target;
}
