import type { Interaction } from '@assay/schema';

/** Finds the interactions of a transcript in a worker, which starts while the transcript is still loading. */
export function readInWorker(content: Promise<ArrayBuffer>, signal: AbortSignal): Promise<readonly Interaction[]> {
  const worker = new Worker(new URL('./transcript-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<readonly Interaction[]>();
  worker.addEventListener('message', ({ data }: MessageEvent<readonly Interaction[]>) => resolve(data));
  worker.addEventListener('error', ({ message }) => reject(new Error(`The transcript could not be read: ${message}`)));
  signal.addEventListener('abort', () => reject(signal.reason));
  content.then((bytes) => worker.postMessage(bytes), reject);
  return promise.finally(() => worker.terminate());
}
