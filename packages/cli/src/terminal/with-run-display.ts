import { join } from 'node:path';
import { type Host, type RunEvents, recordActivity } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { createHost } from '../config.ts';
import { version } from '../version.ts';
import { createRunDisplay } from './run-display.ts';
import { openScoreSinks } from './score-sinks.ts';

/** What a run needs from this machine, folder and terminal. */
export interface Running {
  readonly folder: string;
  readonly host: Host;
  readonly harness_version: string;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

/** Prints a line above the live rows. */
type Say = (text: string) => void;

interface DisplayOptions extends Partial<Parameters<typeof createRunDisplay>[0]> {
  readonly signal: AbortSignal;
  /** The command name in the dashboard, such as `assay run`. */
  readonly command: string;
  /** Shown after an interrupt: what was stored, or how to continue. */
  readonly interrupted?: string;
}

/** Executes runs and shows their progress here and in a dashboard that serves this folder. */
export async function withRunDisplay<T>(
  {
    signal,
    command,
    interrupted = 'finished runs are stored in .assay/runs',
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
  const sinks = await openScoreSinks({
    ...{ environment: running.host.environment, now: running.host.now, say: display.say },
    events: activity?.events ?? display.events,
  });
  try {
    return await make({ ...running, events: sinks.events }, display.say);
  } catch (error) {
    if (signal.aborted) throw new AssayError('interrupted', `interrupted; ${interrupted}`);
    throw error;
  } finally {
    await activity?.end();
    await sinks.close();
    display.end();
  }
}
