import { parentPort, workerData } from 'node:worker_threads';
import { readSide, type SideReading } from './read-side.ts';

/** What each of several threads is given. */
export interface SideReader {
  readonly places: readonly SidePlace[];
  /** All files, one after the other; shared. */
  readonly contents: Uint8Array;
  /** The first file that no thread has taken yet; shared. */
  readonly next: Int32Array;
}

interface SidePlace {
  readonly path: string;
  readonly is_test_file: boolean;
  readonly start: number;
  readonly end: number;
}

/** What a thread answers for each file it takes. */
export interface SideResult {
  readonly index: number;
  readonly reading: SideReading;
}

const { places, contents, next }: SideReader = workerData;

for (let index = take(); index < places.length; index = take()) {
  const { path, is_test_file, start, end } = places[index] as SidePlace;
  // a copy: shared memory cannot be decoded
  const reading = await readSide({ path, is_test_file, content: contents.slice(start, end) });
  parentPort?.postMessage({ index, reading } satisfies SideResult);
}

function take(): number {
  return Atomics.add(next, 0, 1);
}
