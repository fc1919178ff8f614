import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AssayError, type Grade, type LatencyBaseline, type ProblemCode, type ScorerSpec } from '@assay/schema';
import { createTurn } from './one-at-a-time.ts';

interface Folder {
  readonly folder: string;
  /** Where calibrations of judges would be. */
  readonly root: string;
  readonly now_ms: number;
}

/** A folder to be graded, for the first time or again. */
export type GradingJob =
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

export type GradingAnswer =
  | { readonly status: 'graded'; readonly grade: Grade; readonly warnings: readonly string[] }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly message: string; readonly path?: string };

export interface Graded {
  readonly grade: Grade;
  readonly warnings: readonly string[];
}

// enough for the largest folder that is taken; what needs more was made to
const MEMORY_MB = 2_048;
const LONGEST_MS = 300_000;

const inTurn = createTurn();
let idle: Worker | undefined;

/** Grades a folder on a thread of its own, one after another, so that nobody else waits for it. */
export const gradeOnThread = (job: GradingJob, signal: AbortSignal): Promise<Graded> =>
  inTurn(async () => {
    signal.throwIfAborted();
    const worker = idle ?? startWorker();
    idle = undefined;
    worker.ref();
    try {
      const answer = await ask(worker, job, signal);
      worker.unref();
      idle = worker;
      return read(answer, job);
    } catch (error) {
      // what it is at is not known any more
      if (idle !== worker) await worker.terminate();
      throw error;
    }
  });

function startWorker(): Worker {
  const type = extname(import.meta.url);
  return new Worker(new URL(`./grading-worker${type}`, import.meta.url), {
    // from sources, the packages it imports are sources too
    ...(type === '.ts' ? { execArgv: ['--conditions=@assay/source', '--no-warnings'] } : {}),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
}

function ask(worker: Worker, job: GradingJob, signal: AbortSignal): Promise<GradingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<GradingAnswer>();
  const late = setTimeout(
    () =>
      reject(
        new AssayError(
          'payload_too_large',
          `Expected a run that is graded in ${LONGEST_MS / 1_000} s, found one that takes longer`,
        ),
      ),
    LONGEST_MS,
  );
  const stop = (): void => reject(new AssayError('interrupted', 'stopped while the run was graded'));
  const fail = (error: Error): void => reject(explain(error));
  const end = (): void => reject(new AssayError('internal', 'the thread that grades ended'));
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
    ? new AssayError(
        'payload_too_large',
        `Expected a run that is graded in ${MEMORY_MB} MB of memory, found a larger one`,
      )
    : new AssayError('internal', `the thread that grades failed: ${error.message}`, { cause: error });

function read(answer: GradingAnswer, { folder }: GradingJob): Graded {
  if (answer.status === 'graded') return { grade: answer.grade, warnings: answer.warnings };
  const { code, message, path } = answer;
  // where it was put says nothing to whoever sent it
  throw new AssayError(code, message.replaceAll(`${folder}/`, '').replaceAll(folder, 'the folder'), {
    ...(path === undefined ? {} : { path }),
  });
}
