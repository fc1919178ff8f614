import { join } from 'node:path';
import { type Host, type RunEvents, recordActivity } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { createHost } from '../config.ts';
import { version } from '../version.ts';
import { createRunDisplay } from './run-display.ts';

/** What making runs takes of this machine, this folder and this terminal. */
export interface Running {
  readonly folder: string;
  readonly host: Host;
  readonly harness_version: string;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

/** Says something without disturbing what is shown. */
type Say = (text: string) => void;

interface DisplayOptions extends Partial<Parameters<typeof createRunDisplay>[0]> {
  readonly signal: AbortSignal;
  /** As the dashboard names it, such as `assay run`. */
  readonly command: string;
  /** What is kept of what was begun, for whoever stops it. */
  readonly interrupted?: string;
}

/** Makes runs and shows them while they are made: here, and in a dashboard that serves this folder. */
export async function withRunDisplay<T>(
  {
    signal,
    command,
    interrupted = 'what had finished is kept in .assay/runs',
    dry_run = false,
    ...shown
  }: DisplayOptions,
  make: (running: Running, say: Say) => Promise<T>,
): Promise<T> {
  const display = createRunDisplay({ dry_run, ...shown });
  const running = { folder: process.cwd(), host: createHost(), harness_version: version(), signal };
  const activity = dry_run
    ? undefined
    : recordActivity({ root: join(running.folder, '.assay'), command, host: running.host, events: display.events });
  try {
    return await make({ ...running, events: activity?.events ?? display.events }, display.say);
  } catch (error) {
    if (signal.aborted) throw new AssayError('interrupted', `interrupted; ${interrupted}`);
    throw error;
  } finally {
    await activity?.end();
    display.end();
  }
}
