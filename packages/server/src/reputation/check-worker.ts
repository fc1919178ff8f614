import { parentPort } from 'node:worker_threads';
import { createBudget, runChecks } from '@assay/scoring';
import type { CheckedJob, CheckJob } from './check-on-thread.ts';

const clock = (): number => performance.now();

parentPort?.on('message', ({ request, steps }: CheckJob) => {
  const budget = createBudget({ steps });
  const outcome = runChecks(request, { clock, budget });
  parentPort?.postMessage({ outcome, left: budget.left() } satisfies CheckedJob);
});
