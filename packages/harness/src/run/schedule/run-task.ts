import { rm } from 'node:fs/promises';
import { createId, type Run } from '@assay/schema';
import { gatherRun } from '../gather/gather-run.ts';
import { gradeOrExplain } from '../grade/grade-or-explain.ts';
import { gradeRunFolder } from '../grade/grade-run-folder.ts';
import { recordCustomScores } from '../grade/score-custom.ts';
import { FAILURE_CLASSES } from '../outcome/failure-classes.ts';
import type { RunContext, RunRequest } from '../plan/run-request.ts';

const TRIES = 3;
const PAUSE_MS = 500;

/**
 * Runs one agent on one task: prepare, launch, gather, grade. Always returns a finished folder. If grading
 * fails, it has its evidence and a grade with the reason. A failure that is not the agent's is retried. Only
 * the last try is stored, though all may have cost something.
 */
export async function runTask(request: RunRequest, context: RunContext): Promise<{ tried: Run[]; folder: string }> {
  const { host, folders, signal } = context;
  const tried: Run[] = [];
  for (let tries = 1; ; tries++) {
    const run_id = request.run_id ?? createId('run', { time_ms: host.now(), entropy: host.entropy(10) });
    const incoming = await folders.begin(run_id);
    try {
      const run = await gatherRun({ ...request, run_id, tries, incoming }, context);
      signal.throwIfAborted();
      tried.push(run);
      const again = run.failure !== null && FAILURE_CLASSES[run.failure.class].retried && tries < TRIES;
      if (!again) {
        context.onProgress({ kind: 'step', step: 'grade' });
        const { formulas, weights, scorecard_weights = null, judge } = context;
        const onJudging = (done: number, of: number): void =>
          context.onProgress({ kind: 'step', step: `judge, ${done} of ${of} interactions` });
        const onDiskFull = (): Promise<void> => folders.releaseReserve(run_id);
        const asked = { host, formulas, weights, scorecard_weights, judge, signal, onJudging };
        const grade = async (): Promise<void> => {
          if (context.custom !== undefined) await recordCustomScores(incoming, { custom: context.custom, signal });
          await gradeRunFolder(incoming, asked);
        };
        await gradeOrExplain(incoming, grade, { host, signal, onDiskFull });
        return { tried, folder: await folders.seal(run_id) };
      }
      context.onProgress({ kind: 'retry', reason: run.failure?.message ?? '' });
    } finally {
      // after sealing, the folder has moved
      await rm(incoming, { recursive: true, force: true });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
  }
}
