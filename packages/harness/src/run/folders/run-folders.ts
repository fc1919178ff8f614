import { cp, type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Evidence, type Grade, parse, Run, type RunId, StoredGrade } from '@assay/schema';
import { completeGrade } from '@assay/scoring';
import { getOwner, isAbandoned } from '../../machine/processes/owner.ts';
import { openRootFolder } from '../../machine/root-folder.ts';

// reserved disk space for a run's final files, in case the disk fills up
const RESERVE = 'reserve';
const RESERVE_BYTES = 1024 * 1024;

/**
 * Stored runs. Folders in `runs/` are complete, because they are written elsewhere and moved there
 * atomically.
 */
export interface RunFolders {
  readonly runs: string;
  /** Creates the folder in which a run is built. */
  begin(run_id: RunId): Promise<string>;
  /** Frees the space reserved for a run's final files. */
  releaseReserve(run_id: RunId): Promise<void>;
  /** Turns a begun folder into a finished run. It is never written again, except for grades. */
  seal(run_id: RunId): Promise<string>;
  /** The finished runs, newest first. */
  list(): AsyncGenerator<StoredRun>;
}

export interface StoredRun {
  readonly folder: string;
  readonly run: Run;
}

/** Opens or creates the run folders in `.assay`. */
export async function openRunFolders(root: string): Promise<RunFolders> {
  const runs = join(root, 'runs');
  const incoming = join(root, 'incoming', getOwner());
  await openRootFolder(root);
  await mkdir(runs, { recursive: true });
  await mkdir(incoming, { recursive: true });
  await sweep(join(root, 'incoming'));
  return {
    runs,
    begin: async (run_id) => {
      const folder = join(incoming, run_id);
      await rm(folder, { recursive: true, force: true });
      await mkdir(join(folder, 'raw'), { recursive: true });
      // write real bytes, or the file system would not reserve them
      await writeFile(join(folder, RESERVE), Buffer.alloc(RESERVE_BYTES));
      return folder;
    },
    releaseReserve: (run_id) => rm(join(incoming, run_id, RESERVE), { force: true }),
    seal: async (run_id) => {
      const folder = join(runs, run_id);
      await rm(join(incoming, run_id, RESERVE), { force: true });
      await flush(join(incoming, run_id));
      await moveFolder(join(incoming, run_id), folder);
      return folder;
    },
    list: () => listRuns(runs),
  };
}

// `runs` may be on another disk, where a rename is not possible; the partial copy has a name that is not a
// run's
async function moveFolder(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const part = join(dirname(to), `.${basename(to)}.part`);
    await cp(from, part, { recursive: true, verbatimSymlinks: true });
    await rename(part, to);
    await rm(from, { recursive: true, force: true });
  }
}

// folders begun by a dead harness
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (isAbandoned(name)) await rm(join(folder, name), { recursive: true, force: true });
}

/** The finished runs in a folder, newest first; empty if the folder does not exist. */
export async function* listRuns(runs: string): AsyncGenerator<StoredRun> {
  const names = (await readdir(runs).catch(() => []))
    .filter((name) => name.startsWith('run_'))
    .toSorted()
    .reverse();
  for (const name of names) {
    const folder = join(runs, name);
    const run = await readRun(folder).catch(() => undefined); // not one of our folders
    if (run?.run_id === name) yield { folder, run };
  }
}

const readRun = async (folder: string): Promise<Run> =>
  parse(Run, JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')));

/** A finished run with its evidence and grade. */
export interface RunWithGrade {
  readonly folder: string;
  readonly evidence: Evidence;
  readonly grade: Grade;
}

export async function readRunWithGrade(folder: string): Promise<RunWithGrade> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const evidence = parse(Evidence, await read('evidence.json'));
  return { folder, evidence, grade: completeGrade(parse(StoredGrade, await read('grade.json')), evidence.run) };
}

export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

// after a power loss, a run must not exist without its content
async function flush(folder: string): Promise<void> {
  for (const name of ['run.json', 'evidence.json', 'grade.json']) {
    let file: FileHandle | undefined;
    try {
      file = await open(join(folder, name), 'r+');
      await file.sync();
    } finally {
      await file?.close();
    }
  }
}
