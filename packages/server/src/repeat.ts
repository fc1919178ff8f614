import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './telemetry/log.ts';

export interface Chore {
  /** The name in the log. */
  readonly name: string;
  readonly every_ms: number;
  readonly work: () => Promise<unknown>;
}

/** Repeats a chore until aborted. Failures are logged and do not stop the repetition. */
export async function repeat(chore: Chore, { signal, log }: { signal: AbortSignal; log: Log }): Promise<void> {
  while (!signal.aborted) {
    try {
      await chore.work();
    } catch (error) {
      log.write('error', 'chore_failed', {
        chore: chore.name,
        message: error instanceof Error ? error.message : String(error),
      });
    }
    await sleep(chore.every_ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
