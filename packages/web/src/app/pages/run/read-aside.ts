import type { TranscriptEntry } from '@assay/schema';
import type { ReadTranscript, Transcript } from './read-transcript.ts';

/** Reads a transcript beside the page. Whoever no longer wants it ends the reading. */
export function readAside(entries: readonly TranscriptEntry[], signal: AbortSignal): Promise<Transcript> {
  const worker = new Worker(new URL('./transcript-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Transcript>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReadTranscript>) => resolve({ entries, ...data }));
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`The transcript could not be read: ${message}`)),
    );
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(entries);
  }).finally(() => worker.terminate());
}
