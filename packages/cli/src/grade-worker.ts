import { parentPort, workerData } from 'node:worker_threads';
import { describeFailure } from './failure.ts';
import { type CachedGradeOptions, gradeAndKeep } from './grade-cache.ts';

// Worker thread: receives a path, sends its grade or its failure.
parentPort?.on('message', async (path: string) => {
  try {
    parentPort?.postMessage({ path, graded: await gradeAndKeep(path, workerData as CachedGradeOptions) });
  } catch (error) {
    parentPort?.postMessage({ path, failure: describeFailure(error) });
  }
});
