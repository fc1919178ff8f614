import { randomBytes } from 'node:crypto';
import type { Destination } from '../deliver/destination.ts';
import { openLog } from '../log/open-log.ts';

/** Logs traffic that was not inspected to a separate file, because the worker that writes the log is gone. */
export function recordMissed(
  { bytes, messages }: { readonly bytes: number; readonly messages: number },
  { folder, destination }: { readonly folder: string; readonly destination: Destination | null },
): void {
  const log = openLog({
    folder,
    destination: destination?.fingerprint ?? null,
    now: Date.now,
    suffix: logSuffix(),
    // the caller prints the same numbers
    onFault: () => undefined,
  });
  log.add({ kind: 'missed', bytes, messages, calls: null, at: new Date().toISOString() });
  log.close();
}

/** Distinguishes the logs of this process from those of others, and from each other. */
export const logSuffix = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`;
