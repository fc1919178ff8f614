import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AssayError, Comparison, parse, RunResult } from '@assay/schema';
import { type FindRunsOptions, findRuns } from '../../run/folders/find-runs.ts';
import type { ComparedRuns } from './compare-runs.ts';
import { measureRun } from './measured-run.ts';

export interface ReadComparedOptions extends FindRunsOptions {
  /** Which side of a stored comparison to use. */
  readonly side: 'baseline' | 'candidate';
}

/**
 * Reads existing runs by label, run ID, folder of runs, or a file from `assay run --json` or a comparison. A
 * file only names the runs; their results are read from their folders.
 */
export async function readComparedRuns(name: string, options: ReadComparedOptions): Promise<ComparedRuns> {
  const place = resolve(options.folder, name);
  const kind = await kindOf(place);
  const folders =
    kind === 'file'
      ? await findListed(place, options)
      : kind === 'folder'
        ? await findInside(place)
        : await findRuns([name], options);
  return { label: name, runs: await Promise.all(folders.map(measureRun)) };
}

async function kindOf(place: string): Promise<'file' | 'folder' | null> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return null;
  return found.isDirectory() ? 'folder' : 'file';
}

async function findInside(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const places = names.includes('evidence.json') ? [folder] : names.toSorted().map((name) => join(folder, name));
  const runs: string[] = [];
  for (const place of places) if ((await kindOf(join(place, 'evidence.json'))) === 'file') runs.push(place);
  if (runs.length === 0) throw new AssayError('run_not_found', `no runs in ${folder}`);
  return runs;
}

const Listed = RunResult.pick({ run_id: true, folder: true }).array();

async function findListed(file: string, { side, folder, root }: ReadComparedOptions): Promise<string[]> {
  const document = await readJson(file);
  const listed = Listed.safeParse((document as { runs?: unknown } | null)?.runs);
  if (listed.success) {
    const places = await Promise.all(
      listed.data.map(async ({ run_id, folder: at }) => ((await kindOf(at)) === 'folder' ? at : run_id)),
    );
    return await findRuns(places, { folder, root });
  }
  const { tasks, left_out } = parse(Comparison, document);
  const ids = [
    ...tasks.flatMap((task) => task[side].run_ids),
    ...left_out.filter((run) => run.side === side).map(({ run_id }) => run_id),
  ];
  return await findRuns(ids, { folder, root });
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new AssayError('invalid_json', `expected the JSON of \`assay run --json\` or of a comparison in ${file}`, {
      cause,
    });
  }
}
