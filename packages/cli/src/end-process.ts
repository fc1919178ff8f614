const PAUSE_MS = 50;
const PATIENCE_MS = 1_000;

/**
 * Ends the process. `process.exit` waits for file operations, and one on a disk that does not answer never ends: then
 * the process kills itself.
 */
export function endProcess(code: number, patience_ms = PATIENCE_MS): void {
  if (!process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))) process.exit(code);
  if (patience_ms <= 0) process.kill(process.pid, 'SIGKILL');
  setTimeout(() => endProcess(code, patience_ms - PAUSE_MS), PAUSE_MS);
}
