import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A clock of processes that can be set while they run. */
export interface FakedClock {
  /** Variables for processes that shall have this clock. */
  readonly env: Readonly<Record<string, string>>;
  set(ahead_s: number): Promise<void>;
}

/** Uses libfaketime (in Debian: the package `faketime`). Null where it is not installed. */
export async function createFakedClock(folder: string): Promise<FakedClock | null> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) return null;
  const file = join(folder, 'clock');
  const set = (ahead_s: number): Promise<void> => writeFile(file, `${ahead_s < 0 ? '' : '+'}${ahead_s}s\n`);
  await set(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // how long it may take until a process notices
      FAKETIME_CACHE_DURATION: '1',
      // as on a machine whose clock is set: durations and the times of files stay right
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
  };
}
