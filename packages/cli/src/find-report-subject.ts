import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeRun, findProven, findRuns, readRunWithGrade } from '@assay/harness';
import { AssayError, Comparison, ComparisonId, parse, Run, RunId, type RunResult } from '@assay/schema';

type FindRunsOptions = Parameters<typeof findRuns>[1];

/** What a report is about. */
export interface ReportSubject {
  readonly results: readonly RunResult[];
  /** The comparison, if the report is about one; `results` are then the runs of both sides. */
  readonly comparison: Comparison | null;
  /** Ids of compared runs that are no longer stored. */
  readonly missing: readonly string[];
}

/**
 * Finds runs by id, label, run folder or folder of runs; or one comparison, by id or file, with its runs.
 * Without a name: the runs of the last invocation.
 */
export async function findReportSubject(names: readonly string[], options: FindRunsOptions): Promise<ReportSubject> {
  const [first, ...others] = names;
  const file = first === undefined ? null : await findComparison(first, options);
  if (file === null) {
    const folders = names.length === 0 ? await findLast(options.root) : await findAll(names, options);
    return { results: inOrder(await readResults(folders, options.root)), comparison: null, missing: [] };
  }
  if (others.length > 0)
    throw new AssayError('usage', `a comparison must be the only argument; found ${first} and ${others.join(', ')}`);
  const comparison = await readComparison(file);
  const { folders, missing } = await findCompared(comparison, options);
  return { results: await readResults(folders, options.root), comparison, missing };
}

async function findComparison(name: string, { folder, root }: FindRunsOptions): Promise<string | null> {
  if (ComparisonId.safeParse(name).success) return join(root, 'comparisons', `${name}.json`);
  const place = resolve(folder, name);
  return (await kindOf(place)) === 'file' ? place : null;
}

async function readComparison(file: string): Promise<Comparison> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${file} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  try {
    return parse(Comparison, JSON.parse(text));
  } catch (cause) {
    throw new AssayError('unreadable_file', `${file} is not a comparison: ${(cause as Error).message}`, { cause });
  }
}

/** The folders of the runs of a comparison, and the ids of those that are not here. */
export async function findCompared({ tasks, left_out }: Comparison, options: FindRunsOptions) {
  const ids = [
    ...tasks.flatMap(({ baseline, candidate }) => [...baseline.run_ids, ...candidate.run_ids]),
    ...left_out.map(({ run_id }) => run_id),
  ];
  const folders: string[] = [];
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const folder = join(options.root, 'runs', id);
    // a comparison file from elsewhere may contain any text as a run id
    const kept = RunId.safeParse(id).success && (await kindOf(join(folder, 'evidence.json'))) === 'file';
    if (kept) folders.push(folder);
    else missing.push(id);
  }
  return { folders, missing };
}

async function findAll(names: readonly string[], options: FindRunsOptions): Promise<string[]> {
  const places: string[] = [];
  for (const name of names) {
    const inside = await listRunFolders(resolve(options.folder, name));
    places.push(...(inside.length > 0 ? inside : [name]));
  }
  return await findRuns(places, options);
}

/** The folders of runs in a folder. */
export async function listRunFolders(folder: string): Promise<string[]> {
  const places = (await readdir(folder).catch(() => [])).toSorted().map((name) => join(folder, name));
  const kinds = await Promise.all(places.map((place) => kindOf(join(place, 'evidence.json'))));
  return places.filter((_, i) => kinds[i] === 'file');
}

// the newest readable run determines the last invocation
async function findLast(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'runs')).catch(() => []);
  const newest = names
    .filter((name) => RunId.safeParse(name).success)
    .toSorted()
    .reverse();
  const folders: string[] = [];
  let last: Run | undefined;
  for (const name of newest) {
    const folder = join(root, 'runs', name);
    const run = await readRun(folder);
    if (run === null) continue;
    if (last === undefined || (run.invocation !== null && run.invocation === last.invocation)) folders.unshift(folder);
    last ??= run;
  }
  if (folders.length === 0)
    throw new AssayError('run_not_found', `no runs in ${root}; create some with \`assay run\`, or name their folder`);
  return folders;
}

async function readRun(folder: string): Promise<Run | null> {
  try {
    return parse(Run, JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')));
  } catch {
    // not a folder that Assay wrote
    return null;
  }
}

async function readResults(folders: readonly string[], root: string): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (const folder of folders) {
    const kept = await readRunWithGrade(folder).catch((cause: Error) => {
      throw new AssayError('unreadable_file', `the run in ${folder} cannot be read: ${cause.message}`, { cause });
    });
    const { size } = await findProven(root, [kept.evidence.run]);
    results.push({ ...describeRun(kept, null), ...(size > 0 && { proven: true, unproven_reason: null }) });
  }
  return results;
}

// concurrent runs finish in no particular order
const inOrder = (results: readonly RunResult[]): RunResult[] =>
  results.toSorted(
    (a, b) =>
      a.scenario.localeCompare(b.scenario, 'en') ||
      a.agent.localeCompare(b.agent, 'en') ||
      a.repeat - b.repeat ||
      a.run_id.localeCompare(b.run_id, 'en'),
  );

async function kindOf(place: string): Promise<'file' | 'folder' | null> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return null;
  return found.isDirectory() ? 'folder' : 'file';
}
