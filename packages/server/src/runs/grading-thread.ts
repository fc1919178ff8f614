import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  AssayError,
  type Grade,
  type LatencyBaseline,
  type ProblemCode,
  type ReportedRun,
  type ScorerSpec,
} from '@assay/schema';
import type { Telemetry } from '../sessions/grade-session.ts';
import { createSerialQueue } from './one-at-a-time.ts';

interface Folder {
  readonly folder: string;
  /** The folder for judge calibrations. */
  readonly root: string;
  readonly now_ms: number;
}

/** A session as it was sent: JSON, plain or compressed with gzip. */
interface SentSession {
  readonly kind: 'session';
  readonly bytes: Uint8Array;
}

type TelemetryJob = Telemetry & { readonly kind: 'telemetry' };

/** A run folder to grade, for the first time or again. */
type FolderJob =
  | (Folder & {
      readonly kind: 'submitted';
      readonly baseline: LatencyBaseline | null;
      readonly scorecard_weights: Readonly<Record<string, number>> | null;
    })
  | (Folder & {
      readonly kind: 'again';
      readonly label: string;
      readonly formulas: Readonly<Record<string, string>>;
      readonly scorers: readonly ScorerSpec[] | undefined;
    });

export type GradingJob = FolderJob | SentSession | TelemetryJob;

/** A graded session, and the digest of its content. */
export interface GradedSession {
  readonly digest: string;
  readonly report: ReportedRun;
}

export type GradingAnswer =
  | ({ readonly status: 'session' } & GradedSession)
  | { readonly status: 'graded'; readonly grade: Grade; readonly warnings: readonly string[] }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly message: string; readonly path?: string };

export interface Graded {
  readonly grade: Grade;
  readonly warnings: readonly string[];
}

// enough for the largest accepted folder; only a crafted one needs more
const MEMORY_MB = 2_048;
const LONGEST_MS = 300_000;

const inTurn = createSerialQueue();
let idle: Worker | undefined;

/** Grades folders one at a time on a separate thread, so other requests do not wait. */
export async function gradeOnThread(job: FolderJob, signal: AbortSignal): Promise<Graded> {
  const answer = await askInTurn(job, signal);
  if (answer.status === 'graded') return { grade: answer.grade, warnings: answer.warnings };
  throw refusal(answer, (message) => message.replaceAll(`${job.folder}/`, '').replaceAll(job.folder, 'the folder'));
}

/** Reads and grades a session on the same thread. */
export async function gradeSessionOnThread(
  job: SentSession | TelemetryJob,
  signal: AbortSignal,
): Promise<GradedSession> {
  const answer = await askInTurn(job, signal);
  if (answer.status === 'session') return { digest: answer.digest, report: answer.report };
  throw refusal(answer);
}

const askInTurn = (job: GradingJob, signal: AbortSignal): Promise<GradingAnswer> =>
  inTurn(async () => {
    signal.throwIfAborted();
    const worker = idle ?? startWorker();
    idle = undefined;
    worker.ref();
    try {
      const answer = await ask(worker, job, signal);
      worker.unref();
      idle = worker;
      return answer;
    } catch (error) {
      // its state is unknown
      if (idle !== worker) await worker.terminate();
      throw error;
    }
  });

function startWorker(): Worker {
  const type = extname(import.meta.url);
  return new Worker(new URL(`./grading-worker${type}`, import.meta.url), {
    // when run from sources, its imports are sources too
    ...(type === '.ts' ? { execArgv: ['--conditions=@assay/source', '--no-warnings'] } : {}),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
}

function ask(worker: Worker, job: GradingJob, signal: AbortSignal): Promise<GradingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<GradingAnswer>();
  const late = setTimeout(
    () =>
      reject(new AssayError('payload_too_large', `Grading took longer than ${LONGEST_MS / 1_000} s and was stopped`)),
    LONGEST_MS,
  );
  const stop = (): void => reject(new AssayError('interrupted', 'interrupted while grading the run'));
  const fail = (error: Error): void => reject(explain(error));
  const end = (): void => reject(new AssayError('internal', 'the grading thread ended'));
  worker.on('message', resolve);
  worker.on('error', fail);
  worker.on('exit', end);
  signal.addEventListener('abort', stop);
  worker.postMessage(job);
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', resolve);
    worker.off('error', fail);
    worker.off('exit', end);
    signal.removeEventListener('abort', stop);
  });
}

const explain = (error: Error): AssayError =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new AssayError('payload_too_large', `Grading needed more than ${MEMORY_MB} MB of memory and was stopped`)
    : new AssayError('internal', `the grading thread failed: ${error.message}`, { cause: error });

// the path on this server means nothing to the sender
function refusal(answer: GradingAnswer, hidePath = (message: string): string => message): AssayError {
  if (answer.status !== 'failed') return new AssayError('internal', 'the grading thread gave another answer');
  const { code, message, path } = answer;
  return new AssayError(code, hidePath(message), { ...(path === undefined ? {} : { path }) });
}
