import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { type FileSide, readSide, type SideReading } from './read-side.ts';

// starting a thread takes as long as reading this many bytes
const WORTH_THREAD_BYTES = 256 * 1024;
const MOST_THREADS = 8;

/** Reads files, in parallel if that pays off; results are in the order of the files. */
export async function readSides(
  sides: readonly FileSide[],
  onProgress: (done: number) => void,
): Promise<readonly SideReading[]> {
  const bytes = sides.reduce((sum, { content }) => sum + content.length, 0);
  const threads = Math.min(availableParallelism(), MOST_THREADS, Math.floor(bytes / WORTH_THREAD_BYTES));
  optimizeGrammars(threads > 1);
  if (threads > 1) {
    const { readOnThreads } = await import('./read-on-threads.ts');
    return await readOnThreads(sides, { threads, onProgress });
  }
  const readings: SideReading[] = [];
  for (const side of sides) {
    readings.push(await readSide(side));
    onProgress(readings.length);
  }
  return readings;
}

/**
 * Whether grammars are optimized while they run. It takes a tenth of a second of CPU time, which only many files win back,
 * and a process cannot exit before it is done.
 */
function optimizeGrammars(wanted: boolean): void {
  for (const flag of ['wasm-dynamic-tiering', 'wasm-tier-up']) setFlagsFromString(`--${wanted ? '' : 'no-'}${flag}`);
}
