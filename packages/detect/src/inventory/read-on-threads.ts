import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SideReader, SideResult } from './inventory-worker.ts';
import type { FileSide, SideReading } from './read-side.ts';

// trees live for one file; if the young generation fits them, garbage collection does not copy them
const YOUNG_MEMORY_MB = 64;

interface ThreadOptions {
  readonly threads: number;
  readonly onProgress: (done: number) => void;
}

/** Reads files on worker threads; results are in the order of the files. */
export function readOnThreads(
  sides: readonly FileSide[],
  { threads, onProgress }: ThreadOptions,
): Promise<readonly SideReading[]> {
  const workerData = shareSides(sides);
  const readings: SideReading[] = new Array(sides.length).fill(null);
  const workers: Worker[] = [];
  let done = 0;
  const reading = new Promise<void>((resolve, reject) => {
    for (let thread = 0; thread < threads; thread++) {
      const worker = new Worker(new URL(`./inventory-worker${extname(import.meta.url)}`, import.meta.url), {
        workerData,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
      });
      worker.on('error', reject);
      worker.on('exit', (code) => {
        if (code !== 0) reject(new Error(`a worker thread that reads tests exited with code ${code}`));
      });
      worker.on('message', ({ index, reading }: SideResult) => {
        readings[index] = reading;
        done += 1;
        onProgress(done);
        if (done === sides.length) resolve();
      });
      workers.push(worker);
    }
  });
  return reading
    .then(() => readings)
    .finally(() => {
      for (const worker of workers) void worker.terminate();
    });
}

/** Copies the files into shared memory. */
function shareSides(sides: readonly FileSide[]): SideReader {
  const size_bytes = sides.reduce((sum, { content }) => sum + content.length, 0);
  const contents = new Uint8Array(new SharedArrayBuffer(size_bytes));
  let start = 0;
  const places = sides.map(({ path, content, is_test_file }) => {
    contents.set(content, start);
    const place = { path, is_test_file, start, end: start + content.length };
    start = place.end;
    return place;
  });
  return { places, contents, next: new Int32Array(new SharedArrayBuffer(4)) };
}
