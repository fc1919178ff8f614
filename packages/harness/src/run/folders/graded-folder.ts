import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AssayError, type Grade, parse, StoredGrade } from '@assay/schema';
import { completeGrade } from '@assay/scoring';
import { type RunFolder, readRunFolder } from './read-run-folder.ts';
import { formatJson } from './run-folders.ts';

const PARTS = [
  'evidence.json',
  'grade.json',
  'transcript.jsonl',
  'judgments.jsonl',
  'diff.patch',
  'grades',
  'restored',
  'trees.git',
];

/** Reads a run folder from any source, with its grades, oldest first. */
export async function readGradedFolder(folder: string): Promise<{ run: RunFolder; grades: [Grade, ...Grade[]] }> {
  // an untrusted folder could contain a link that we would write through, or a pipe that never ends
  for (const part of PARTS) {
    const found = await lstat(join(folder, part)).catch(() => null);
    if (found?.isSymbolicLink() === true) throw broken(folder, `${part} is a link`);
    if (found !== null && !found.isFile() && !found.isDirectory())
      throw broken(folder, `${part} is neither a file nor a folder`);
  }
  try {
    const run = await readRunFolder(folder);
    const later = (await readdir(join(folder, 'grades')).catch(() => [])).filter((name) => name.endsWith('.json'));
    const files = ['grade.json', ...later.toSorted().map((name) => join('grades', name))];
    const [seed, ...others] = await Promise.all(files.map((name) => readGrade(run, name)));
    if (seed?.run_id !== run.evidence.run.run_id)
      throw broken(folder, `grade.json belongs to ${seed?.run_id}, but the evidence to ${run.evidence.run.run_id}`);
    return { run, grades: [seed, ...others] };
  } catch (cause) {
    if (cause instanceof AssayError && cause.code === 'unreadable_file') throw cause;
    throw broken(folder, (cause as Error).message, cause);
  }
}

async function readGrade({ folder, evidence }: RunFolder, name: string): Promise<Grade> {
  try {
    return completeGrade(parse(StoredGrade, JSON.parse(await readFile(join(folder, name), 'utf8'))), evidence.run);
  } catch (cause) {
    throw broken(folder, `${name}: ${(cause as Error).message}`, cause);
  }
}

const broken = (folder: string, reason: string, cause?: unknown): AssayError =>
  new AssayError('unreadable_file', `${folder} cannot be regraded: ${reason}`, { cause });

/** Replaces a failed first grade and keeps the failed one next to it. */
export async function replaceFailedGrade(
  folder: string,
  { failed, grade }: { readonly failed: Grade; readonly grade: Grade },
): Promise<string> {
  await saveGrade(folder, { ...failed, label: 'failed' });
  const file = join(folder, 'grade.json');
  // the folder is untrusted: replace a link in its place, do not write through it
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, formatJson(grade), { flag: 'wx' });
  await rename(own, file);
  return file;
}

/** Saves a grade next to the existing ones, named by time and label. */
export async function saveGrade(folder: string, grade: Grade): Promise<string> {
  const stamp = grade.graded_at.replaceAll(/[-:.]/g, '');
  const grades = join(folder, 'grades');
  await mkdir(grades, { recursive: true });
  for (let copy = 1; ; copy++) {
    const file = join(grades, `${stamp}-${basename(grade.label ?? 'regrade')}${copy === 1 ? '' : `-${copy}`}.json`);
    try {
      await writeFile(file, formatJson(grade), { flag: 'wx' });
      return file;
    } catch (error) {
      // two grades at the same time
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
