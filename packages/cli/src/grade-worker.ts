import { parentPort, workerData } from 'node:worker_threads';
import { type GradeFileOptions, gradeFile } from '@assay/harness';
import { describeFailure } from './failure.ts';

// Worker thread: receives a path, sends its grade or its failure.
parentPort?.on('message', async (path: string) => {
  try {
    parentPort?.postMessage({ path, graded: await gradeFile(path, workerData as GradeFileOptions) });
  } catch (error) {
    parentPort?.postMessage({ path, failure: describeFailure(error) });
  }
});
