import { setTimeout as sleep } from 'node:timers/promises';
import { isRunningIn } from './is-running-in.ts';
import { findPostmaster } from './postmaster-file.ts';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/** Stops the server of a data folder and waits until it is gone. The lock must be held. */
export async function stopPostmaster(data: string): Promise<void> {
  const server = await findPostmaster(data);
  if (server === undefined) return;
  // fast shutdown: disconnects clients and writes committed data
  signal(server.pid, 'SIGINT');
  const end = performance.now() + PATIENCE_MS;
  // wait for the process: it removes its file before it exits
  while (await isRunningIn(server.pid, data)) {
    // immediate shutdown: the next start recovers committed data from the log
    if (performance.now() > end) signal(server.pid, 'SIGQUIT');
    await sleep(POLL_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // already ended
  }
}
