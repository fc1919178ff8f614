import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GradedFile } from '@assay/harness';
import { describeFailure, type Failure } from './failure.ts';
import { type CachedGradeOptions, findCached, gradeAndKeep } from './grade-cache.ts';

/** The grade of one file, or why it failed. */
export type Graded = { readonly path: string } & ({ readonly graded: GradedFile } | { readonly failure: Failure });

export interface GradeFilesOptions extends CachedGradeOptions {
  /** Called after each file, with the number of files so far. */
  readonly onProgress?: (done: number, last: Graded) => void;
}

// starting a thread takes longer than grading a few files
const WORTH_THREADS = 4;

/** Grades files in parallel on all cores; results are in the order of the paths. */
export async function gradeFiles(
  paths: readonly string[],
  { onProgress, ...options }: GradeFilesOptions,
): Promise<Graded[]> {
  const kept = await findKept(paths, options, onProgress);
  const left = paths.filter((path) => !kept.has(path));
  const graded = await gradeLeft(left, options, onProgress && ((done, last) => onProgress(kept.size + done, last)));
  const results = new Map([...kept, ...graded.map((result): [string, Graded] => [result.path, result])]);
  return paths.map((path) => results.get(path) as Graded);
}

/** The files whose grades are in the cache; finding them takes less time than starting threads. */
async function findKept(
  paths: readonly string[],
  options: CachedGradeOptions,
  onProgress: GradeFilesOptions['onProgress'],
): Promise<Map<string, Graded>> {
  const kept = new Map<string, Graded>();
  if (options.cache === null || !existsSync(options.cache)) return kept;
  for (const path of paths) {
    const graded = await findCached(path, options);
    if (graded === null) continue;
    kept.set(path, { path, graded });
    onProgress?.(kept.size, { path, graded });
  }
  return kept;
}

async function gradeLeft(
  paths: readonly string[],
  options: CachedGradeOptions,
  onProgress: GradeFilesOptions['onProgress'],
): Promise<Graded[]> {
  // asking a judge is waiting, not computing
  const threads = options.asking ? 1 : Math.min(availableParallelism(), Math.ceil(paths.length / WORTH_THREADS));
  if (threads > 1) return await gradeOnThreads(paths, threads, options, onProgress);
  const results: Graded[] = [];
  for (const path of paths) {
    const result = await gradeAndKeep(path, options).then(
      (graded) => ({ path, graded }),
      (error: unknown) => ({ path, failure: describeFailure(error) }),
    );
    results.push(result);
    onProgress?.(results.length, result);
  }
  return results;
}

function gradeOnThreads(
  paths: readonly string[],
  threads: number,
  options: CachedGradeOptions,
  onProgress?: GradeFilesOptions['onProgress'],
): Promise<Graded[]> {
  const results = new Map<string, Graded>();
  const waiting = [...paths];
  return new Promise((resolve, reject) => {
    const workers = Array.from(
      { length: threads },
      () => new Worker(new URL(`./grade-worker${extname(import.meta.url)}`, import.meta.url), { workerData: options }),
    );
    const stop = async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    };
    const next = (worker: Worker) => {
      const path = waiting.shift();
      if (path !== undefined) worker.postMessage(path);
    };
    for (const worker of workers) {
      worker.on('error', (error) => stop().finally(() => reject(error)));
      worker.on('message', (result: Graded) => {
        results.set(result.path, result);
        onProgress?.(results.size, result);
        if (results.size === paths.length)
          stop().then(() => resolve(paths.map((path) => results.get(path) as Graded)), reject);
        else next(worker);
      });
      next(worker);
    }
  });
}
