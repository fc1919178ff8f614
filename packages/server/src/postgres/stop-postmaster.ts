import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from './postmaster-file.ts';
import { runsIn } from './runs-in.ts';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/** Stops the server of a data folder and waits until it is gone. The lock must be held. */
export async function stopPostmaster(data: string): Promise<void> {
  const server = await findPostmaster(data);
  if (server === undefined) return;
  // fast: clients are cut off, and what was committed is written where it belongs
  signal(server.pid, 'SIGINT');
  const end = performance.now() + PATIENCE_MS;
  // it removes its file before it is gone
  while (await runsIn(server.pid, data)) {
    // at once: what was committed is taken from the log at the next start
    if (performance.now() > end) signal(server.pid, 'SIGQUIT');
    await sleep(POLL_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it ended since it was seen, which is what the signal was for
  }
}
