import { lstat, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AssayError, HarborTrial, listValidationIssues, parse, type RunResult, type Transcript } from '@assay/schema';
import { isObject } from '@assay/schema/json';
import { redact } from '@assay/scoring';
import { findTranscripts, readTranscript } from '@assay/transcripts';
import type { Host } from '../../contracts/host.ts';
import { formatJson, openRunFolders, readRunWithGrade } from '../../run/folders/run-folders.ts';
import { gradeRunFolder } from '../../run/grade/grade-run-folder.ts';
import { describeRun } from '../../run/run-result.ts';
import { kindAt } from '../../scenarios/documents/find-files.ts';
import { readTaskFile } from '../../scenarios/formats/read-file.ts';
import { describeTrial, identifyTrial } from './describe-trial.ts';

export interface ImportJobOptions {
  /** A job, a folder of jobs, or a trial. */
  readonly path: string;
  /** The folder whose `.assay` gets the runs. */
  readonly folder: string;
  readonly host: Host;
  readonly harness_version: string;
  readonly signal: AbortSignal;
}

export interface ImportedJob {
  readonly format: 'harbor-job';
  readonly runs: readonly RunResult[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

const RESULT_FILE = 'result.json';
const DEEPEST = 2;
const MOST_LOGS = 100;

/** The trials of a job, or of several; empty if the folder has none. */
export async function findTrials(folder: string, depth = 0): Promise<string[]> {
  if ((await kindAt(folder)) !== 'folder') return [];
  if (await isTrial(folder)) return [folder];
  if (depth >= DEEPEST) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const found: string[] = [];
  for (const name of names.toSorted()) found.push(...(await findTrials(join(folder, name), depth + 1)));
  return found;
}

// a file that cannot be read is named when it is imported; that of a job has no trial
async function isTrial(folder: string): Promise<boolean> {
  const found = await lstat(join(folder, RESULT_FILE)).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  const value = await readResult(folder).catch(() => undefined);
  if (value === undefined) return (await kindAt(join(folder, 'agent'))) === 'folder';
  return isObject(value) && ['trial_name', 'verifier_result', 'exception_info'].some((key) => key in value);
}

async function readResult(folder: string): Promise<unknown> {
  const text = await readTaskFile(join(folder, RESULT_FILE));
  if (text === undefined) throw new AssayError('unreadable_file', `${RESULT_FILE} is missing`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AssayError('unreadable_file', `${RESULT_FILE} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Stores the trials of Harbor jobs as runs, with the name of the job as their label. Known trials are not stored again. */
export async function importJob(options: ImportJobOptions): Promise<ImportedJob> {
  const { path, folder } = options;
  const folders = await openRunFolders(join(folder, '.assay'));
  const runs: RunResult[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) ?? 1;
  };
  for (const trial of await findTrials(path)) {
    options.signal.throwIfAborted();
    try {
      const stored = await storeTrial(trial, { ...options, folders, count });
      runs.push(describeRun(await readRunWithGrade(stored), null));
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      skipped.push({ path: trial, reason: error.message });
    }
  }
  return { format: 'harbor-job', runs, skipped };
}

interface Storing extends ImportJobOptions {
  readonly folders: Awaited<ReturnType<typeof openRunFolders>>;
  /** Counts trials with the same task, agent and job. */
  readonly count: (key: string) => number;
}

/** Writes a trial as a run. Returns its folder. */
async function storeTrial(folder: string, { folders, count, host, harness_version, signal }: Storing): Promise<string> {
  const trial = redact(readTrial(await readResult(folder))).value;
  const { mtimeMs: modified_ms } = await lstat(join(folder, RESULT_FILE));
  const label = basename(dirname(folder));
  const key = JSON.stringify([label, trial.task_name, trial.agent_info?.name, trial.agent_info?.model_info?.name]);
  const repeat = count(key);
  const run_id = identifyTrial(trial, { modified_ms, label });
  const known = join(folders.runs, run_id);
  if ((await kindAt(known)) === 'folder') return known;
  const transcript = redact(await findTranscript(join(folder, 'agent'))).value;
  const evidence = describeTrial(trial, { transcript, label, repeat, modified_ms, harness_version });
  const incoming = await folders.begin(run_id);
  await writeFile(join(incoming, 'run.json'), formatJson(evidence.run));
  await writeFile(join(incoming, 'evidence.json'), formatJson(evidence));
  const entries = transcript?.entries ?? [];
  await writeFile(join(incoming, 'transcript.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  await gradeRunFolder(incoming, { host, signal });
  return await folders.seal(run_id);
}

function readTrial(value: unknown): HarborTrial {
  const faults = listValidationIssues(HarborTrial, value);
  if (faults.length === 0) return parse(HarborTrial, value);
  const list = faults.map(({ path, expected, found }) => `${path.join('.')}: expected ${expected}, found ${found}`);
  throw new AssayError('invalid_input', `${RESULT_FILE} ${list.join('; ')}`);
}

/** The trajectory of a trial, or else the first of its logs that is a transcript. Links are not followed. */
async function findTranscript(folder: string): Promise<Transcript | null> {
  if ((await lstat(folder).catch(() => undefined))?.isDirectory() !== true) return null;
  const files = (await findTranscripts(folder)).map(({ path }) => path);
  const own = files.filter((path) => basename(path) === 'trajectory.json');
  for (const path of [...own, ...files].slice(0, MOST_LOGS)) {
    const read = await readTranscript(path).catch(() => undefined);
    if (read !== undefined && read.entries.length > 0) return read;
  }
  return null;
}
