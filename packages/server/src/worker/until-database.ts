import { setTimeout as pause } from 'node:timers/promises';
import { AssayError } from '@assay/schema';

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** Does something that takes the database, as soon as it is there: what was worked out must not be lost to an outage. */
export async function untilDatabase<Result>(
  act: () => Promise<Result>,
  { signal, onTrouble }: { signal: AbortSignal; onTrouble: (error: unknown) => void },
): Promise<Result> {
  for (let wait_ms = FIRST_MS; ; wait_ms = Math.min(2 * wait_ms, LONGEST_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isOutage(error) || signal.aborted) throw error;
      onTrouble(error);
      // told to stop at once: one last time, without waiting
      await pause(wait_ms, undefined, { signal }).catch(() => undefined);
    }
  }
}

// nothing is known of what was asked, and it may be asked again
const isOutage = (error: unknown): boolean => error instanceof AssayError && error.code === 'database_unavailable';
