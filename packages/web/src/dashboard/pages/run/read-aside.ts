import type { HeuristicJudgment, Interaction } from '@assay/schema';
import type { Read } from './transcript-worker.ts';

/** Results of reading a transcript, in the order they arrive. */
interface Aside {
  readonly interactions: Promise<readonly Interaction[]>;
  readonly judgment: Promise<HeuristicJudgment>;
}

/** Reads a transcript in a worker, which starts while the content loads. Aborting terminates the worker. */
export function readAside(content: Promise<ArrayBuffer>, signal: AbortSignal): Aside {
  const worker = new Worker(new URL('./transcript-worker.ts', import.meta.url), { type: 'module' });
  const interactions = Promise.withResolvers<readonly Interaction[]>();
  const judgment = Promise.withResolvers<HeuristicJudgment>();
  // the interactions report errors; nobody may be waiting for the judgment
  judgment.promise.catch(() => undefined);
  const end = (fault: unknown) => {
    worker.terminate();
    interactions.reject(fault);
    judgment.reject(fault);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Read>) => {
    if (data.what === 'interactions') interactions.resolve(data.interactions);
    else {
      judgment.resolve(data.judgment);
      worker.terminate();
    }
  });
  worker.addEventListener('error', ({ message }) => end(new Error(`Could not read the transcript: ${message}`)));
  signal.addEventListener('abort', () => end(signal.reason));
  content.then((bytes) => worker.postMessage(bytes), end);
  return { interactions: interactions.promise, judgment: judgment.promise };
}
