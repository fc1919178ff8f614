import type { HeuristicJudgment, Interaction } from '@assay/schema';
import type { Read } from './transcript-worker.ts';

/** What comes of reading a transcript, one after the other. */
interface Aside {
  readonly interactions: Promise<readonly Interaction[]>;
  readonly judgment: Promise<HeuristicJudgment>;
}

/** Reads a transcript beside the page, which makes ready while it comes. Whoever no longer wants it ends the reading. */
export function readAside(content: Promise<ArrayBuffer>, signal: AbortSignal): Aside {
  const worker = new Worker(new URL('./transcript-worker.ts', import.meta.url), { type: 'module' });
  const interactions = Promise.withResolvers<readonly Interaction[]>();
  const judgment = Promise.withResolvers<HeuristicJudgment>();
  // of a fault the interactions tell; the judgment may have nobody who waits for it
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
  worker.addEventListener('error', ({ message }) => end(new Error(`The transcript could not be read: ${message}`)));
  signal.addEventListener('abort', () => end(signal.reason));
  content.then((bytes) => worker.postMessage(bytes), end);
  return { interactions: interactions.promise, judgment: judgment.promise };
}
