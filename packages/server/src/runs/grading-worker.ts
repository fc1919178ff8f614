import { parentPort } from 'node:worker_threads';
import { gradeSubmittedRun, regradeRun } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { gradeFoundSession } from '../sessions/grade-found-session.ts';
import { gradeSentSession, gradeTelemetry } from '../sessions/grade-session.ts';
import { packSession } from '../sessions/pack-session.ts';
import { createGradingHost } from './grading-host.ts';
import type { GradingAnswer, GradingJob } from './grading-thread.ts';

// Grades one folder at a time, off the thread that serves requests: long transcripts are slow.
parentPort?.on('message', async (job: GradingJob) => {
  const answer = await grade(job).catch(describe);
  parentPort?.postMessage(answer);
});

async function grade(job: GradingJob): Promise<GradingAnswer> {
  if (!('folder' in job)) {
    const graded = await gradeAnySession(job);
    return 'status' in graded ? graded : { status: 'session', session: await packSession(graded) };
  }
  const { folder, root } = job;
  const host = createGradingHost(() => job.now_ms);
  // never aborted: the parent terminates the thread instead
  const { signal } = new AbortController();
  if (job.kind === 'submitted') {
    const { baseline, scorecard_weights } = job;
    const { grade, warnings } = await gradeSubmittedRun(folder, { host, root, baseline, scorecard_weights, signal });
    return { status: 'graded', grade, warnings };
  }
  const { label, formulas, scorers } = job;
  const { after, warnings } = await regradeRun(folder, {
    ...{ host, root, signal, formulas, label },
    readable: [],
    openSandbox: refuseCommands,
    ...(scorers === undefined ? {} : { scorers }),
  });
  return { status: 'graded', grade: after, warnings };
}

const gradeAnySession = (job: Exclude<GradingJob, { folder: string }>) => {
  if (job.kind === 'session') return gradeSentSession(job.sent);
  return job.kind === 'telemetry' ? gradeTelemetry(job) : gradeFoundSession(job);
};

// code written by an agent never runs on the machine that holds everyone's data
const refuseCommands = (): Promise<never> =>
  Promise.reject(
    new AssayError(
      'sandbox_unavailable',
      'A scorer needs a command that was not run with the run, and the server runs no commands. ' +
        'Download the evidence and use `assay regrade --scorers`.',
    ),
  );

function describe(error: unknown): GradingAnswer {
  if (!(error instanceof AssayError)) return { status: 'failed', code: 'internal', message: (error as Error).message };
  const { code, message, path } = error;
  return { status: 'failed', code, message, ...(path === undefined ? {} : { path }) };
}
