import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AssayError } from '@assay/schema';

export interface ThreadOptions {
  /** What it does, for errors: `grading`. */
  readonly name: string;
  /** The module that it runs, without its ending. */
  readonly module: URL;
  readonly memory_mb: number;
  /** For objects that live briefly; less means that they are collected more often. */
  readonly young_memory_mb?: number;
  readonly longest_ms: number;
}

/** Sends a job to a thread and waits for the answer. One at a time. */
export type AskThread<Job, Answer> = (job: Job, signal: AbortSignal) => Promise<Answer>;

/** A thread for work that would hold up requests. It is started when needed, and again after a failure. */
export function createThread<Job, Answer>({
  name,
  module,
  memory_mb,
  young_memory_mb,
  longest_ms,
}: ThreadOptions): AskThread<Job, Answer> {
  let idle: Worker | undefined;
  const explain = (error: Error): AssayError =>
    'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new AssayError(
          'payload_too_large',
          `${capitalize(name)} needed more than ${memory_mb} MB of memory and was stopped`,
        )
      : new AssayError('internal', `the ${name} thread failed: ${error.message}`, { cause: error });
  const ask = (worker: Worker, job: Job, signal: AbortSignal): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const stop = (): void => reject(new AssayError('interrupted', `interrupted while ${name}`));
    const fail = (error: Error): void => reject(explain(error));
    const end = (): void => reject(new AssayError('internal', `the ${name} thread ended`));
    const late = setTimeout(() => {
      const took = `${capitalize(name)} took longer than ${longest_ms / 1_000} s and was stopped`;
      reject(new AssayError('payload_too_large', took));
    }, longest_ms);
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
  };
  return async (job, signal) => {
    signal.throwIfAborted();
    const worker = idle ?? startWorker(module, { memory_mb, young_memory_mb });
    idle = undefined;
    worker.ref();
    try {
      const answer = await ask(worker, job, signal);
      worker.unref();
      idle = worker;
      return answer;
    } catch (error) {
      // its state is unknown
      await worker.terminate();
      throw error;
    }
  };
}

function startWorker(
  module: URL,
  { memory_mb, young_memory_mb }: Pick<ThreadOptions, 'memory_mb'> & { young_memory_mb: number | undefined },
): Worker {
  const type = extname(import.meta.url);
  return new Worker(new URL(`${module}${type}`), {
    // when run from sources, its imports are sources too
    ...(type === '.ts' ? { execArgv: ['--conditions=@assay/source', '--no-warnings'] } : {}),
    resourceLimits: {
      maxOldGenerationSizeMb: memory_mb,
      ...(young_memory_mb === undefined ? {} : { maxYoungGenerationSizeMb: young_memory_mb }),
    },
  });
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
