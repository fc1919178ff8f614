import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '../store/is-outage.ts';

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * Retries a database operation until the database, and the store of contents, are available, so that an outage does not
 * lose results. The outcome of a failed try is unknown; the operation must be safe to repeat.
 */
export async function retryUntilDatabase<Result>(
  act: () => Promise<Result>,
  { signal, onTrouble }: { signal: AbortSignal; onTrouble: (error: unknown) => void },
): Promise<Result> {
  for (let wait_ms = FIRST_MS; ; wait_ms = Math.min(2 * wait_ms, LONGEST_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isOutage(error) || signal.aborted) throw error;
      onTrouble(error);
      // if aborted, tries once more without waiting
      await pause(wait_ms, undefined, { signal }).catch(() => undefined);
    }
  }
}
