import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type GradedFile, type GradeFileOptions, gradeFile } from '@assay/harness';
import { describeFailure, type Failure } from './failure.ts';

/** The grade of one file, or why it failed. */
export type Graded = { readonly path: string } & ({ readonly graded: GradedFile } | { readonly failure: Failure });

export interface GradeFilesOptions extends GradeFileOptions {
  /** Called after each file. */
  readonly onProgress?: (done: number) => void;
}

// starting a thread takes longer than grading a few files
const WORTH_THREADS = 4;

/** Grades files in parallel on all cores; results are in the order of the paths. */
export async function gradeFiles(
  paths: readonly string[],
  { onProgress, ...options }: GradeFilesOptions,
): Promise<Graded[]> {
  // asking a judge is waiting, not computing
  const threads = options.asking ? 1 : Math.min(availableParallelism(), Math.ceil(paths.length / WORTH_THREADS));
  if (threads > 1) return await gradeOnThreads(paths, threads, options, onProgress);
  const results: Graded[] = [];
  for (const path of paths) {
    results.push(
      await gradeFile(path, options).then(
        (graded) => ({ path, graded }),
        (error: unknown) => ({ path, failure: describeFailure(error) }),
      ),
    );
    onProgress?.(results.length);
  }
  return results;
}

function gradeOnThreads(
  paths: readonly string[],
  threads: number,
  options: GradeFileOptions,
  onProgress?: (done: number) => void,
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
        onProgress?.(results.size);
        if (results.size === paths.length)
          stop().then(() => resolve(paths.map((path) => results.get(path) as Graded)), reject);
        else next(worker);
      });
      next(worker);
    }
  });
}
