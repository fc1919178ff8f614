import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AssayError, findNearest, RunId } from '@assay/schema';
import { listRuns } from './run-folders.ts';

export interface FindRunsOptions {
  /** The base folder for relative paths. */
  readonly folder: string;
  /** The `.assay` folder, whose runs have IDs and labels. */
  readonly root: string;
}

/** Finds run folders by ID, by label (several runs may share one), or by path. */
export async function findRuns(names: readonly string[], { folder, root }: FindRunsOptions): Promise<string[]> {
  const runs = join(root, 'runs');
  const labels = new Map<string, string[]>();
  const findLabeled = async (name: string): Promise<readonly string[]> => {
    if (labels.size === 0)
      for await (const { folder: at, run } of listRuns(runs))
        if (run.label !== null) labels.set(run.label, [at, ...(labels.get(run.label) ?? [])]);
    return labels.get(name) ?? [];
  };
  const found: string[] = [];
  for (const name of names) {
    const places = [resolve(folder, name), ...(RunId.safeParse(name).success ? [join(runs, name)] : [])];
    const place = (await Promise.all(places.map(isRunFolder))).indexOf(true);
    const here = place < 0 ? await findLabeled(name) : [places[place] as string];
    if (here.length === 0) throw notFound(name, { runs, labels: [...labels.keys()] });
    found.push(...here);
  }
  return [...new Set(found)];
}

const isRunFolder = async (place: string): Promise<boolean> =>
  (await stat(join(place, 'evidence.json')).catch(() => undefined)) !== undefined;

function notFound(name: string, { runs, labels }: { runs: string; labels: readonly string[] }): AssayError {
  const nearest = findNearest(name, labels);
  const hint = nearest === undefined ? '' : `; did you mean the label ${nearest}?`;
  const known = labels.length === 0 ? 'no run has a label' : `labels: ${labels.slice(0, 10).join(', ')}`;
  return new AssayError(
    'run_not_found',
    `no run ${basename(name) === name ? `with the ID, label or folder ${name}` : `in ${name}`}; searched ${runs} (${known})${hint}`,
  );
}
