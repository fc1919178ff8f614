import { parentPort, workerData } from 'node:worker_threads';
import { readSide, type SideReading } from './read-side.ts';

/** The input of each worker thread. */
export interface SideReader {
  readonly places: readonly SidePlace[];
  /** All files, concatenated; shared. */
  readonly contents: Uint8Array;
  /** The index of the next file to take; shared. */
  readonly next: Int32Array;
}

interface SidePlace {
  readonly path: string;
  readonly is_test_file: boolean;
  readonly start: number;
  readonly end: number;
}

/** The result of a thread for one file. */
export interface SideResult {
  readonly index: number;
  readonly reading: SideReading;
}

const { places, contents, next }: SideReader = workerData;

for (let index = take(); index < places.length; index = take()) {
  const { path, is_test_file, start, end } = places[index] as SidePlace;
  // a copy, because TextDecoder rejects shared memory
  const reading = await readSide({ path, is_test_file, content: contents.slice(start, end) });
  parentPort?.postMessage({ index, reading } satisfies SideResult);
}

function take(): number {
  return Atomics.add(next, 0, 1);
}
