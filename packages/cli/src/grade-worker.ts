import { parentPort, workerData } from 'node:worker_threads';
import { type GradeFileOptions, gradeFile } from '@assay/harness';
import { describeFailure } from './failure.ts';

// One of several that grade files side by side: a path comes in, a grade or what went wrong goes out.
parentPort?.on('message', async (path: string) => {
  try {
    parentPort?.postMessage({ path, graded: await gradeFile(path, workerData as GradeFileOptions) });
  } catch (error) {
    parentPort?.postMessage({ path, failure: describeFailure(error) });
  }
});
