import { setTimeout as wait } from 'node:timers/promises';
import type { FoundFile } from '@assay/transcripts';

interface WatchOptions {
  readonly find: () => Promise<readonly FoundFile[]>;
  readonly onEnd: (path: string) => Promise<void>;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** How long a file must rest until its session counts as ended. */
  readonly quiet_ms: number;
  readonly poll_ms: number;
}

/**
 * Calls `onEnd` for each session that ends while watching: its file changed after the start and has rested since. A
 * session that goes on later ends again.
 */
export async function watchSessions({ find, onEnd, signal, now, quiet_ms, poll_ms }: WatchOptions): Promise<void> {
  const seen = new Map((await find()).map(({ path, modified_ms }) => [path, modified_ms]));
  while (!signal.aborted) {
    for (const { path, modified_ms } of await find()) {
      if (seen.get(path) === modified_ms || now() - modified_ms < quiet_ms) continue;
      seen.set(path, modified_ms);
      await onEnd(path);
    }
    // an interrupt ends the wait
    await wait(poll_ms, undefined, { signal }).catch(() => undefined);
  }
}
